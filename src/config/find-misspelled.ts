import { settingNames } from './environment.ts';

/** What else stands in `.env`: of the containers, of Node, of the S3 client, and of the system. */
const others = /^(POSTGRES_PASSWORD|TZ|NODE_OPTIONS|NODE_EXTRA_CA_CERTS|(COMPOSE|DOCKER|AWS)_[A-Z_]+)$/;

/** So many letters apart, a name is taken for a slip; in the environment of strangers only a long one. */
const slip = 2;
const longEnough = 8;

/**
 * The names that are no setting and probably should be, each with the setting that is meant or null: every one of
 * `.env`, which `read-env-file.mjs` lists, and of the rest of the environment those that are close to a setting.
 */
export function findMisspelled(
  env: Record<string, string | undefined>,
): { name: string; meant: string | null }[] {
  const ofFile = new Set(env.SUMI_ENV_NAMES?.split(' ').filter(Boolean));
  const found: { name: string; meant: string | null }[] = [];
  for (const name of Object.keys(env).sort()) {
    if (settingNames.includes(name) || others.test(name)) continue;
    const meant = settingNames.find((setting) => distance(name, setting) <= slip) ?? null;
    if (ofFile.has(name) || (meant && meant.length >= longEnough)) found.push({ name, meant });
  }
  return found;
}

/** How many letters have to be put in, left out or changed to make one word of the other (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, wanted] of [...other].entries()) {
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (letter === wanted ? 0 : 1)));
    }
    row = next;
  }
  return row[other.length]!;
}
