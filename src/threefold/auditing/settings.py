"""Settings of the audit."""

from typing import Annotated

from msgspec import Meta

from threefold.section import Section


class AuditSettings(Section, frozen=True, kw_only=True):
    """The original plugin's settings under their names in snake case, and ours beside them: each category that the
    original does not have can be switched off by itself."""

    enabled: Annotated[bool, Meta(description="Whether compactions are audited.")] = True
    report_file: Annotated[
        str,
        Meta(
            extra={"own": True},
            description="JSONL file of audit records; empty is reports/compaction-audit.jsonl in the home used.",
        ),
    ] = ""
    check_paths: Annotated[bool, Meta(description="Whether paths are facts.")] = True
    check_ids: Annotated[bool, Meta(description="Whether UUIDs are facts.")] = True
    check_numbers: Annotated[bool, Meta(description="Whether numbers with a unit are facts.")] = True
    check_corrections: Annotated[bool, Meta(description="Whether a user's corrections are facts.")] = True
    check_urls: Annotated[bool, Meta(description="Whether addresses (URLs) are facts.")] = True
    check_hashes: Annotated[bool, Meta(description="Whether git hashes are facts.")] = True
    check_errors: Annotated[bool, Meta(description="Whether error codes and names of exceptions are facts.")] = True
    check_ports: Annotated[bool, Meta(description="Whether ports are facts.")] = True
    check_env: Annotated[bool, Meta(description="Whether environment variables are facts.")] = True
    check_commands: Annotated[bool, Meta(description="Whether command lines with flags are facts.")] = True
    check_dates: Annotated[bool, Meta(description="Whether dates and times are facts.")] = True
    check_references: Annotated[bool, Meta(description="Whether numbers of issues and pull requests are facts.")] = True
    check_compliance: Annotated[bool, Meta(description="Whether the keep, drop and scope words are checked.")] = True
    max_facts_per_category: Annotated[
        int, Meta(ge=1, description="Most facts of a category that are listed and counted.")
    ] = 500
    critical_number_count: Annotated[
        int, Meta(ge=1, description="A number is critical from this many occurrences on.")
    ] = 2
    path_markers: Annotated[
        tuple[str, ...], Meta(description="Names of project root directories, added to the default ones.")
    ] = ()
    opt_in_inject: Annotated[
        bool, Meta(extra={"own": True}, description="Whether the record holds candidates for re-injection.")
    ] = False
    debug: Annotated[
        bool, Meta(extra={"own": True}, description="Whether each event writes a heartbeat to audit-debug.jsonl.")
    ] = False
    compliance_vocab: Annotated[
        str, Meta(description="JSON object with keep, drop and scope lists that replace the default ones.")
    ] = ""
    compliance_fp_version: Annotated[
        str, Meta(description="Version of the vocabulary; raising it audits everything again.")
    ] = "1"
