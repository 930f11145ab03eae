import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const port = z.coerce.number().int().min(1).max(65535);
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((given) => (given === '' ? undefined : given), schema.optional());

const environment = z.object({
  NODE_ENV: optional(z.enum(['development', 'production', 'test'])),
  PORT: optional(port),
  HOST: optional(z.string()),
  APP_URL: optional(z.url({ protocol: /^https?$/ })),
  DATA_DIR: optional(z.string()),
  DATABASE_URL: optional(z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')),
  DATABASE_POOL: optional(z.coerce.number().int().min(2).max(200)),
  ADMIN_EMAIL: optional(z.email()),
  ADMIN_PASSWORD: optional(z.string().min(12, 'must have at least 12 characters')),
  SEED: optional(z.enum(['demo', 'none'])),
  SECRET: optional(z.string().min(32, 'must have at least 32 characters')),
  PASSWORD_MIN_LENGTH: optional(z.coerce.number().int().min(6).max(64)),
  TRUST_PROXY: optional(z.enum(['yes', 'no'])),
  LOG_LEVEL: optional(z.enum(['debug', 'info', 'warn', 'error', 'silent'])),
});

export type Config = ReturnType<typeof readConfig>;

/** A setting that cannot be what it is: its message is one line for the organiser. */
export class ConfigError extends Error {}

/**
 * Reads every setting there is, from `env` and nowhere else. Nothing needs to be set. `DATA_DIR` is made
 * where it is missing, and holds the secret that signs cookies unless `SECRET` gives one.
 */
export function readConfig(env: Record<string, string | undefined>) {
  const read = environment.safeParse(env);
  if (!read.success) {
    const issue = read.error.issues[0];
    throw new ConfigError(`${issue?.path.join('.')}: ${issue?.message}. .env.example explains each setting.`);
  }
  const set = read.data;
  const production = set.NODE_ENV === 'production';
  if (!set.ADMIN_EMAIL !== !set.ADMIN_PASSWORD) {
    throw new ConfigError('ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or neither.');
  }
  if (production && set.DATABASE_URL && !set.SECRET) {
    throw new ConfigError('SECRET: set it in production, so that every server process signs alike.');
  }
  if (production && set.SEED === 'demo') {
    throw new ConfigError('SEED: demo is for trying things out; everybody can see its passwords.');
  }
  if (production && !set.APP_URL) {
    throw new ConfigError('APP_URL: set it in production to the address people type.');
  }
  const dataDir = path.resolve(set.DATA_DIR ?? 'data');
  mkdirSync(dataDir, { recursive: true });
  const listenPort = set.PORT ?? 3000;
  const appUrl = set.APP_URL ? new URL(set.APP_URL).origin : `http://localhost:${listenPort}`;
  return {
    production,
    port: listenPort,
    host: set.HOST ?? '127.0.0.1',
    appUrl,
    /** Where pages may come from: the one address that was set, or any name of this machine. */
    origins: set.APP_URL
      ? [appUrl]
      : [appUrl, `http://127.0.0.1:${listenPort}`, `http://[::1]:${listenPort}`],
    dataDir,
    databaseUrl: set.DATABASE_URL,
    databasePool: set.DATABASE_POOL ?? 20,
    firstAdmin:
      set.ADMIN_EMAIL && set.ADMIN_PASSWORD
        ? { email: set.ADMIN_EMAIL.toLowerCase(), password: set.ADMIN_PASSWORD }
        : null,
    seed: set.SEED ?? (set.DATABASE_URL || production || appUrl.startsWith('https:') ? 'none' : 'demo'),
    secret: set.SECRET ?? keptSecret(dataDir),
    passwordMinLength: set.PASSWORD_MIN_LENGTH ?? 6,
    trustProxy: set.TRUST_PROXY === 'yes',
    logLevel: set.LOG_LEVEL ?? 'info',
  } as const;
}

function keptSecret(dataDir: string): string {
  const file = path.join(dataDir, 'secret');
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < 32) throw new ConfigError(`${file} holds no secret: remove it, and a new one is made.`);
  return secret;
}
