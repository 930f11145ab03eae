import { registerHooks } from 'node:module';

// The built server has the packages and modules of the product inside its few files (`decisions/0041`), where no import
// reaches them. As Node loads such a file, a line is put into it that hands a class of it to the siege: what is on the
// disk stays as it was built.

type Class<T = object> = { prototype: T };
type Query = (...given: unknown[]) => unknown;
/** The classes that the siege gets at, in the product. */
type Found = {
  /** The client of `pg`. */
  Client: Class<{ query: Query }>;
  /** `server/realtime/streams.ts` */
  Streams: Class<{ closeOf(userId: string): void }>;
};
type Name = keyof Found;

const found: Partial<Found> = {};
const awaited: { name: Name; then: (found: never) => void }[] = [];

/** Calls `then` with a class of the product, before any of it is used. */
export function withClass<N extends Name>(name: N, then: (found: Found[N]) => void): void {
  const there = found[name];
  if (there) then(there);
  else awaited.push({ name, then });
}

const hook = 'giveToSiege';
(globalThis as Record<string, unknown>)[hook] = <N extends Name>(name: N, given: Found[N]) => {
  found[name] = given;
  for (const { name: wanted, then } of awaited) if (wanted === name) then(given as never);
  return given;
};

/** A file with this text gets these words: in the place of the text, or at its end. */
const changes: readonly { text: string; instead?: string; after?: string }[] = [
  {
    text: '\tmodule.exports = Client;\n',
    instead: `\tmodule.exports = globalThis.${hook}("Client", Client);\n`,
  },
  { text: '\nvar Streams = class {', after: `\nglobalThis.${hook}("Streams", Streams);\n` },
];

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.includes('/build/process/') || !loaded.source) return loaded;
    let source = Buffer.from(loaded.source as Uint8Array).toString('utf8');
    for (const { text, instead = text, after = '' } of changes) {
      const parts = source.split(text);
      if (parts.length > 2) throw new Error(`${url} has this more than once: ${text}`);
      if (parts.length === 2) source = parts.join(instead) + after;
    }
    return { ...loaded, source };
  },
});
