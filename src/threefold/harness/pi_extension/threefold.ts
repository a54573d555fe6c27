// Threefold for pi, put here by `threefold install pi`: asks the program named below before and after a compaction and
// does what it answers. Whatever fails, pi goes on as it would have without this file. It depends on nothing but Node.
import { spawn } from "node:child_process";

const COMMAND: string[] = ["threefold", "hook", "pi"]; // threefold: command
const DEADLINE_MS = 20_000;

type Answer = { action?: string; keep?: string; summary?: string; line?: string; inject?: string };

export default function (pi: any) {
  pi.on("session_before_compact", async (event: any, ctx: any) => {
    const answer = await ask(ctx, event, {
      hook_event_name: "session_before_compact",
      reason: event.reason ?? (event.customInstructions === undefined ? "threshold" : "manual"),
      first_kept: event.preparation.firstKeptEntryId,
    });
    tell(ctx, answer.line);
    if (answer.action === "cancel") return { cancel: true };
    if (answer.action === "supply" && answer.summary) {
      const { firstKeptEntryId, tokensBefore } = event.preparation;
      return { compaction: { summary: answer.summary, firstKeptEntryId, tokensBefore, details: { by: "threefold" } } };
    }
    if (answer.keep) guide(event.preparation, answer.keep);
    return undefined;
  });

  pi.on("session_compact", async (event: any, ctx: any) => {
    const answer = await ask(ctx, event, {
      hook_event_name: "session_compact",
      compaction_id: event.compactionEntry?.id,
      summary: event.compactionEntry?.summary,
      reason: event.reason,
    });
    tell(ctx, answer.line);
    if (answer.inject) {
      pi.sendMessage({ customType: "threefold", content: answer.inject, display: true }, { deliverAs: "nextTurn" });
    }
  });
}

/** What must be kept, as the last message of what is summarised: pi's own summariser reads it there. */
function guide(preparation: any, keep: string) {
  const message = { role: "user", content: [{ type: "text", text: keep }], timestamp: Date.now() };
  const split = preparation.isSplitTurn && preparation.messagesToSummarize.length === 0;
  (split ? preparation.turnPrefixMessages : preparation.messagesToSummarize).push(message);
}

function tell(ctx: any, line: string | undefined) {
  if (!line) return;
  if (ctx.hasUI) ctx.ui.notify(line, "info");
  else process.stderr.write(line + "\n");
}

function ask(ctx: any, event: any, fields: Record<string, unknown>): Promise<Answer> {
  return new Promise((resolve) => {
    try {
      const asked = {
        ...fields,
        session_id: ctx.sessionManager.getSessionId(),
        transcript_path: ctx.sessionManager.getSessionFile() ?? "",
        cwd: ctx.cwd,
      };
      const child = spawn(COMMAND[0], COMMAND.slice(1), { stdio: ["pipe", "pipe", "inherit"] });
      let output = "";
      const timer = setTimeout(() => child.kill("SIGKILL"), DEADLINE_MS);
      event.signal?.addEventListener("abort", () => child.kill("SIGKILL"), { once: true });
      child.on("error", () => resolve({}));
      child.stdin.on("error", () => undefined);
      child.stdout.on("data", (piece: Buffer) => (output += piece));
      child.on("close", () => {
        clearTimeout(timer);
        try {
          const answer = JSON.parse(output);
          resolve(answer && typeof answer === "object" ? answer : {});
        } catch {
          resolve({});
        }
      });
      child.stdin.end(JSON.stringify(asked));
    } catch {
      resolve({});
    }
  });
}
