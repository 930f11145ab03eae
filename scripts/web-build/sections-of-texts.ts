/**
 * The sections of a namespace that a file's keys begin with: `['seat']` for a file that says `t('seat.join')`. Null
 * where a key is not written out in the file, or `t` is handed on: then any text may be shown.
 */
export function sectionsIn(code: string, namespace: string): string[] | null {
  const plain = code.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '');
  // Keys without a namespace belong to the first of several.
  const used = [...plain.matchAll(/useTranslation\(\[?\s*(?:'(\w+)')?/g)].map(([, first = 'shell']) => first);
  const isOwn = used.includes(namespace);
  // `t` under another name, or not taken apart, is not followed.
  if (plain.match(/\{[\w\s,]*\}\s*=\s*useTranslation\(/g)?.length !== (used.length || undefined)) return null;
  if (isOwn && new Set(used).size > 1) return null;
  const found: (string | null)[] = isOwn ? keysOf(plain) : [];
  // A variable may hold a key of every namespace that the file lists.
  const isListed = new RegExp(`useTranslation\\(\\[[^\\]]*'${namespace}'`).test(plain);
  if (isListed && sectionsOfCalls(plain).includes(null)) return null;
  // Any other way to name a namespace that is not seen through here.
  const withOption = plain.match(new RegExp(`\\bns: [^}]*'${namespace}'`, 'g')) ?? [];
  const ofOption = [
    ...plain.matchAll(
      new RegExp(
        `\\bi18n\\.t\\(\\s*['\`](\\w+)(?:\\.[^'\`,]*)?['\`],\\s*\\{[^{}]*\\bns: '${namespace}'`,
        'g',
      ),
    ),
  ];
  if (withOption.length !== ofOption.length) return null;
  found.push(...ofOption.map(([, section = '']) => section));
  for (const [, key = ''] of plain.matchAll(new RegExp(`['"\`]${namespace}:([^'"\`]*)`, 'g')))
    found.push(sectionOf(key));
  return found.includes(null) ? null : [...new Set(found as string[])];
}

/** The part of a key before its first dot; null where that is not written out. */
const sectionOf = (key: string) => /^(\w+)(\.|$)/.exec(key)?.[1] ?? null;

const literal = /^(?:'([^']*)'|`([^`]*)`)$/;

const translator = /(?<![.\w$'"`/-])t\b(?!['"`/\-:])/g;

/** The sections of all keys that `t` is called with. */
function sectionsOfCalls(code: string): (string | null)[] {
  return [...code.matchAll(translator)]
    .map(({ index }) => code.slice(index + 1))
    .filter((after) => after.startsWith('('))
    .flatMap((after) => sectionsOfArgument(firstArgument(after)));
}

/** Those, and null where `t` is handed on. */
function keysOf(code: string): (string | null)[] {
  const found = sectionsOfCalls(code);
  for (const { index } of code.matchAll(translator)) {
    const before = code.slice(0, index);
    const after = code.slice(index + 1);
    if (after.startsWith('(')) continue;
    const isDeclared = /\{[\w\s,]*$/.test(before) && /^[\w\s,]*\}\s*=\s*useTranslation/.test(after);
    // What an effect depends on.
    const isDependency = /\[[^[\]()]*$/.test(before) && /^[^[\]()]*\]\s*,?\s*\)/.test(after);
    if (!isDeclared && !isDependency) found.push(null);
  }
  return found;
}

/** What a call is given first, of the code from its parenthesis on. */
function firstArgument(code: string): string {
  let depth = 0;
  let quote = '';
  for (const [at, sign] of [...code].entries()) {
    if (quote) {
      if (sign === quote) quote = '';
    } else if (/['"`]/.test(sign)) quote = sign;
    else if (/[([{]/.test(sign)) depth += 1;
    else if (/[)\]}]/.test(sign)) depth -= 1;
    if (!quote && (depth === 0 || (depth === 1 && sign === ','))) return code.slice(1, at).trim();
  }
  return '';
}

/** Those of a key, or of both keys of a choice between two. */
function sectionsOfArgument(argument: string): (string | null)[] {
  const [, one, template] = literal.exec(argument) ?? [];
  const key = one ?? template;
  if (key !== undefined) {
    // One with its namespace is found by that.
    if (/^\w+:/.test(key)) return [];
    const section = sectionOf(key);
    // `row${n}` or `x.${y}`: what is put in stands behind the first dot, or the section is not known.
    return [key.includes('${') && !/^\w+\./.test(key) ? null : section];
  }
  const choice = /^[^?]+\?\s*([^?]+?)\s*:\s*([\s\S]+)$/.exec(argument);
  if (!choice) return [null];
  return choice.slice(1).flatMap((branch) => sectionsOfArgument(branch));
}
