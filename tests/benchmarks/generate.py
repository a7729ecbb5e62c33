"""Designs of a given length for the benchmarks: many populations, pools and clusters in one design."""

from __future__ import annotations


def population(number: int, unit: str) -> str:
    """One population of a design, whose memory is in a unit."""
    return f"""  people_{number}: pvs.streamed {{
    desktops         = {100 + number % 900} desktops
    desktop_memory   = 1 {unit}/desktop
    write_cache_size = 1.5 GB/desktop
    cache_growth     = 25 %
    image            = 25 GB/image
    images           = {1 + number % 6} images
    desktop_iops     = {{ boot: 16..18, login: 11..13, steady: 7..8 }} IOPS/desktop
    read_share       = {{ boot: 13 %, login: 3 %, steady: 0.2 % }}
    density          = 80 desktops/host
  }}
"""


def design(lines: int) -> str:
    """A design of about `lines` lines; 17 lines make one site."""
    sites = max(1, lines // 17)
    imports = ["import std.delivery.pvs", "import std.arrays.equallogic", "import std.servers.dell"]
    parts = ["edition 2026", "", *imports, "", "design big {"]
    for i in range(sites):
        parts.append(population(i, "GB") + f"""  disks_{i}: storage_pool {{ array = equallogic.PS6010XVS, headroom = 15 % }}
  hosts_{i}: host_cluster {{ host = dell.M610, spares = 1 host }}
  place people_{i}.write_cache, people_{i}.image_store on disks_{i}
  place people_{i} on hosts_{i}
  require spare_{i}: disks_{i}.free >= 15 % "spare"
""")
    parts.append("}")
    return "\n".join(parts) + "\n"


def populations(lines: int) -> str:
    """A design of about `lines` lines that holds populations of 13 lines each, on one cluster and one pool."""
    sites = max(1, lines // 13)
    imports = ["import std.delivery.pvs", "import std.arrays.equallogic", "import std.servers.dell"]
    parts = ["edition 2026", "", *imports, "", "design big {"]
    parts.append("  disks: storage_pool { array = equallogic.PS6010XVS, headroom = 15 % }")
    parts.append("  hosts: host_cluster { host = dell.M610, spares = 1 host }")
    for i in range(sites):
        parts.append(population(i, "GiB") + f"""  place people_{i}.write_cache, people_{i}.image_store on disks
  place people_{i} on hosts""")
    parts.append("}")
    return "\n".join(parts) + "\n"


def pages(sites: int) -> str:
    """A design whose reference document has roughly six pages and four more for each site."""
    return design(17 * sites)


def rows(count: int) -> str:
    """A design with one document: a table of `count` rows."""
    return f"""edition 2026
document long {{
  section "Rows" {{
    table for i in each(all_rows()) {{ "Row": i, "Half": i / 2, "Name": "a row of the table", "Size": i * 1 GB }}
  }}
}}
let all_rows() = {count} * 1
design d {{ }}
"""
