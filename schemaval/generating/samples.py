"""Texts of each format, as rows; which of them a dialect takes, its own check says."""

from collections.abc import Mapping

SAMPLES: Mapping[str, tuple[str, ...]] = {
    "date-time": ("2024-02-29T12:30:00Z", "1998-12-31T23:59:60Z", "2000-01-01T00:00:00.25+05:30"),
    "date": ("2024-02-29", "1970-01-01"),
    "time": ("12:30:00Z", "23:59:59.5+01:00", "08:05:00"),
    "duration": ("P1Y2M", "PT30M", "P4W"),
    "email": ("joe@example.com", "a.b+c@example.org"),
    "idn-email": ("joe@example.com", "실례@실례.테스트"),
    "host-name": ("example.com", "a"),
    "hostname": ("example.com", "xn--bcher-kva.example"),
    "idn-hostname": ("bücher.example", "example"),
    "ip-address": ("127.0.0.1",),
    "ipv4": ("127.0.0.1", "255.255.255.255"),
    "ipv6": ("::1", "2001:db8::8:800:200c:417a"),
    "uri": ("https://example.com/a?b=c#d", "urn:isbn:0451450523"),
    "uri-reference": ("/a/b", "#c", "https://example.com"),
    "iri": ("https://example.com/é", "urn:é"),
    "iri-reference": ("/é", "#é"),
    "uri-template": ("https://example.com/{name}", "{?q*}"),
    "uuid": ("2eb8aa08-aa98-11ea-b4aa-73b441d16380",),
    "json-pointer": ("", "/a/0/~1b~0c"),
    "relative-json-pointer": ("0", "1/a", "2#"),
    "regex": ("^a+$", "[a-z]", "(?:x|y)"),
    "color": ("red", "#fff", "#a1b2c3"),
}
