"""Designs of a given length for the benchmarks: many populations, pools and clusters in one design."""

from __future__ import annotations

IMPORTS = ["import std.delivery.pvs", "import std.arrays.equallogic", "import std.servers.dell", "import std.software.vmware"]

HOSTS = "host = dell.R710, hypervisor = vmware.ESXi_5, memory_limit = 90 %, spares = 1 host"


def population(number: int, *, unit: str = "GiB", cache: str = "2 GiB") -> str:
    """One population of a design, whose memory is in a unit."""
    return f"""  people_{number}: pvs.streamed {{
    desktops         = {100 + number % 500} desktops
    desktop_memory   = 1 {unit}/desktop
    write_cache_size = {cache}/desktop
    cache_growth     = 25 %
    image            = 25 GB/image
    images           = {1 + number % 6} images
    desktop_iops     = {{ boot: 14..16, login: 11..13, steady: 7..8 }} IOPS/desktop
    read_share       = {{ boot: 13 %, login: 3 %, steady: 0.2 % }}
    density          = 80 desktops/host
  }}
"""


def design(lines: int) -> str:
    """A design of about `lines` lines that holds, without anything open; 17 lines make one site."""
    of_the_array = ["on equallogic.PS6010XVS { iops = 20_000 IOPS/array }", ""]
    return _sites(lines, [*IMPORTS, "", *of_the_array], HOSTS)


def failing(lines: int) -> str:
    """The same with rules that fail: for each site nobody says how many operations an array carries and what the hypervisor is,
    and what all blades stand in."""
    return _sites(lines, [*IMPORTS[:3], ""], "host = dell.M610, spares = 1 host", unit="GB", cache="1.5 GB")


def _sites(lines: int, head: list[str], hosts: str, **units: str) -> str:
    """One population, one pool and one cluster at each site."""
    sites = [population(i, **units) + f"""  disks_{i}: storage_pool {{ array = equallogic.PS6010XVS, headroom = 15 % }}
  hosts_{i}: host_cluster {{ {hosts} }}
  place people_{i}.write_cache, people_{i}.image_store on disks_{i}
  place people_{i} on hosts_{i}
  require spare_{i}: disks_{i}.free >= 15 % "spare"
""" for i in range(max(1, lines // 17))]  # fmt: skip
    return "\n".join(["edition 2026", "", *head, "design big {", "\n".join(sites) + "}", ""])


def populations(lines: int) -> str:
    """A design of about `lines` lines that holds populations of 13 lines each, on one cluster and one pool."""
    populated = [population(i) + f"""  place people_{i}.write_cache, people_{i}.image_store on disks
  place people_{i} on hosts""" for i in range(max(1, lines // 13))]  # fmt: skip
    return "\n".join([
        "edition 2026", "", *IMPORTS, "",
        "large: equallogic.equallogic { model = \"large\", capacity = 50 TB/array, iops = 200_000 IOPS/array }",
        "kind wide_cluster: host_cluster { require hosts_of_a_cluster: true \"of as many hosts as it takes\" }", "",
        "design big {", "  disks: storage_pool { array = large, headroom = 15 % }", f"  hosts: wide_cluster {{ {HOSTS} }}",
        *populated, "}", "",
    ])  # fmt: skip


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
