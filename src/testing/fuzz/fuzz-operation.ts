import fc from 'fast-check';
import type { Writes } from '../answers/count-writes.ts';
import type { Community, Person } from '../community.ts';
import { type Answers, type Call, type Kind, kinds as kindsOfPolicy } from '../permission-row.ts';
import { personOfKind } from '../rows/person-of-kind.ts';
import { type Described, requestsAround, type Wire } from './requests-of.ts';

/** Who sends the requests. */
const kinds = [...kindsOfPolicy, 'kid'] as const;
type Sender = (typeof kinds)[number];

export type Fuzzed = {
  row: string;
  /** What each kind of person is answered. */
  says: Answers;
  /** A call that the operation takes, and who makes it. */
  call: Call;
  owner: { kind: Kind; person: Person | null };
  described: Described | undefined;
  ids: readonly string[];
};

/**
 * Who sends the request at a place: each kind of person once, and from then on those in turn who may. The requests of
 * the others end at the right that is missing, before the code that a fuzz is about.
 */
function senderAt(nth: number, says: Answers): Sender {
  const may = kinds.filter((kind) => says[kind === 'kid' ? 'student' : kind] === 'allowed');
  const turns = nth < kinds.length || may.length === 0 ? kinds : may;
  return turns[nth % turns.length] ?? 'visitor';
}

/**
 * Sends `count` generated requests around a call and answers the faults: an answer of 5xx that is no 503 with
 * Retry-After, one that its contract does not describe, and a refusal that stored something. The same seed generates
 * the same requests, but for the ids of rows.
 */
export async function fuzzOperation(
  community: Community,
  writes: () => Promise<Writes>,
  { row, says, call, owner, described, ids }: Fuzzed,
  { seed, count }: { seed: number; count: number },
): Promise<string[]> {
  const people = new Map<Sender, Person | null>([[owner.kind, owner.person]]);
  const faults: string[] = [];
  let stored: number | undefined;
  const requests = fc.sample(requestsAround(call, described, ids), { seed, numRuns: count });
  for (const [nth, request] of requests.entries()) {
    const kind = senderAt(nth, says);
    if (!people.has(kind)) {
      people.set(kind, await personOfKind(community, kind));
      stored = undefined;
    }
    stored ??= (await writes()).count;
    const { status, fault } = await send(community, request, people.get(kind) ?? null);
    const after = await writes();
    const rows = after.count - stored;
    stored = after.count;
    const left = status >= 400 && status < 500 && rows > 0;
    const finding =
      fault ?? (left ? `answered ${status} and wrote ${rows} rows, the last in ${after.table}` : undefined);
    if (finding) faults.push(`${row} by ${kind}: ${finding}\n  ${shown(request)}`);
    // An earlier request may have ended the session.
    if (status === 401) people.delete(kind);
  }
  return faults;
}

async function send(community: Community, request: Wire, person: Person | null) {
  const { method, path, body, headers } = request;
  try {
    const answer = await community.request(person, method, path, body, headers);
    await answer.body?.cancel().catch(() => {});
    const { status } = answer;
    const busy = status === 503 && answer.headers.has('retry-after');
    return { status, fault: status >= 500 && !busy ? `answered ${status}` : undefined };
  } catch (error) {
    return { status: 0, fault: String(error) };
  }
}

function shown({ method, path, body, headers }: Wire): string {
  const text = body && JSON.stringify(Buffer.from(body).toString().slice(0, 600));
  return [method, path.slice(0, 300), JSON.stringify(headers), text].filter(Boolean).join(' ');
}
