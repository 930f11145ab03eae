import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { RefusalDetail } from '#shared/refusal.ts';

type Texts = { [key: string]: string | Texts };

/**
 * The Spanish text of a refusal, filled in with its detail: what a Spanish screen shows for the same code. The
 * catalogues beside the screens are the one place where it stands; `coins/too-few` is `refusals.coins.too-few` there.
 * Undefined for a code without a text, such as those of the sign-in library that no screen of ours can meet.
 */
export function refusalMessage(code: string, detail: RefusalDetail = {}): string | undefined {
  const text = spanish.get(code.replaceAll('/', '.'));
  return text?.replaceAll(/{{(\w+)}}/g, (gap, name: string) => String(detail[name] ?? gap));
}

const spanish = readTexts(path.resolve(import.meta.dirname, '../..'));

/** Read once, when the server starts: it runs from its sources, where the catalogues stand. */
function readTexts(src: string): ReadonlyMap<string, string> {
  const catalogues = globSync('{web,features/*/web}/texts/es.json', { cwd: src });
  return new Map(
    catalogues.flatMap((file) => {
      const { refusals = {} } = JSON.parse(readFileSync(path.join(src, file), 'utf8')) as Texts;
      return flat(refusals as Texts);
    }),
  );
}

function flat(texts: Texts, before = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, text]): [string, string][] =>
    typeof text === 'string' ? [[before + key, text]] : flat(text, `${before}${key}.`),
  );
}
