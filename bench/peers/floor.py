"""The floor: nobody reads JSON text without parsing it."""

import orjson

from bench.subject import Offer, read

OFFERS = (Offer("orjson.loads", "read", read(lambda _: orjson.loads)),)
