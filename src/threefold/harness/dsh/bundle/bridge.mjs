// One `threefold bridge` for the whole process, spoken to in lines of JSON. `ask` never rejects: without an answer in
// time it gives undefined, the first trouble is told once, and the caller goes on as if Threefold were not there.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const LONGEST = 64 * 1024 * 1024 // characters of one answer; more is nonsense
const PAUSES = [1_000, 10_000, 60_000] // milliseconds before a new start; after that many failures there is none
const GRACE = 2_000 // milliseconds in which a late bridge must show that it lives

let child
let sequence = 0
let failures = 0
let notBefore = 0
let warned = false
const waiting = new Map()

export const active = new Set() // the rows of ours that the harness has put to work
export const home = () => process.env.DSH_HOME?.trim() || join(homedir(), '.dsh')
export const say = (text) => process.stderr.write(`threefold: ${text}\n`)

function warn(reason) {
  if (warned) return
  warned = true
  say(`warning: ${reason}. The harness goes on as without Threefold; \`threefold doctor dsh\` tells more.`)
}

function command() {
  const written = fileURLToPath(new URL('./bridge.json', import.meta.url)) // by `threefold install dsh`
  return existsSync(written) ? JSON.parse(readFileSync(written, 'utf8')).command : ['threefold', 'bridge']
}

/** Start the bridge unless it runs; false where it may not be started now. */
export function start() {
  if (child) return true
  if (failures > PAUSES.length || Date.now() < notBefore) return false
  let mine
  try {
    const [program, ...rest] = command()
    mine = spawn(program, rest, { cwd: existsSync(home()) ? home() : homedir(), stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true })
  } catch (error) {
    fail(undefined, `the bridge cannot be started (${error.message})`)
    return false
  }
  child = mine
  let text = ''
  mine.once('error', (error) => fail(mine, `the bridge cannot be started (${error.message})`))
  mine.once('exit', (code, signal) => fail(mine, `the bridge ended (${signal ?? `status ${code}`})`))
  mine.stdin.on('error', () => {}) // the exit says it
  mine.stdout.setEncoding('utf8')
  mine.stdout.on('data', (piece) => {
    const lines = (text + piece).split('\n')
    text = lines.pop()
    if (text.length > LONGEST) fail(mine, 'the bridge talks nonsense')
    for (const line of lines) take(mine, line)
  })
  for (const handle of [mine, mine.stdin, mine.stdout]) handle.unref?.() // never keeps the harness alive
  return true
}

function take(mine, line) {
  if (mine !== child) return
  let answer
  try {
    answer = JSON.parse(line)
  } catch {
    return fail(mine, 'the bridge talks nonsense')
  }
  if (typeof answer?.id !== 'number') return fail(mine, 'the bridge talks nonsense')
  failures = 0
  const settle = waiting.get(answer.id)
  waiting.delete(answer.id)
  if (answer.error) warn(answer.error)
  settle?.(answer.error ? undefined : answer.result)
}

function fail(mine, reason) {
  if (mine !== child) return
  child = undefined
  mine?.kill('SIGKILL')
  notBefore = Date.now() + (PAUSES[failures] ?? Infinity)
  failures += 1
  warn(reason)
  for (const settle of waiting.values()) settle(undefined)
  waiting.clear()
}

/**
 * Ask; undefined where there is no answer within `deadline` milliseconds, or one that is no object with the field
 * `wanted`, as a bridge of another version might give.
 */
export async function ask(verb, args, deadline, wanted) {
  const answer = await asked(verb, args, deadline)
  if (answer === undefined || !wanted || Object.hasOwn(Object(answer), wanted)) return answer
  return warn(`the bridge answers ${verb} as another version would; install the plugin again`)
}

function asked(verb, args, deadline) {
  if (!start()) return Promise.resolve(undefined)
  const mine = child
  const id = (sequence += 1)
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      waiting.delete(id)
      resolve(undefined)
      warn(`the bridge did not answer ${verb} within ${deadline} ms`)
      if (verb !== 'ping' && mine === child)
        ask('ping', {}, GRACE).then((alive) => alive ?? fail(mine, 'the bridge is frozen'))
    }, deadline)
    waiting.set(id, (result) => {
      clearTimeout(timer)
      resolve(result)
    })
    mine.stdin.write(`${JSON.stringify({ id, verb, args })}\n`)
  })
}
