import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import { type Figures, figuresOf, type Load, repeat } from './drive.ts';

const run = promisify(execFile);

/**
 * The acts as functions of the database without parameters, so that `pgbench` can call them. Each call takes the next
 * turn of a sequence, and with it another person, or another class.
 */
export async function createDatabaseActs(pool: pg.Pool, { members }: { members: number }): Promise<void> {
  await pool.query(`
    create table bench_members as select row_number() over () - 1 as place, user_id as id from sessions;
    alter table bench_members add primary key (place);
    create table bench_classes as
      select row_number() over (order by starts_at) - 1 as place, id from classes;
    alter table bench_classes add primary key (place);
    create sequence bench_turn;

    create function bench_purchase() returns jsonb language sql as $$
      select buy_item((select id from bench_members where place = (select nextval('bench_turn') % ${members})),
        'custom-avatar') $$;

    create function bench_enrol(person bigint, place bigint) returns void language plpgsql as $$
    declare
      student uuid := (select id from bench_members where bench_members.place = person);
      wanted uuid := (select id from bench_classes where bench_classes.place = bench_enrol.place);
    begin
      perform from classes where id = wanted and seats_taken < max_students for update;
      if not found then raise exception 'full'; end if;
      insert into class_enrollments (class_id, user_id) values (wanted, student);
      insert into events (kind, subject) values ('classes.changed', wanted);
    end $$;

    create function bench_enrol_anywhere() returns void language plpgsql as $$
    declare
      turn bigint := nextval('bench_turn');
      classes bigint := (select count(*) from bench_classes);
    begin
      perform bench_enrol(turn % 500, (turn % 500 * 7 + turn / 500 * 1009) % classes);
    end $$;

    create function bench_enrol_in_hot_class() returns void language plpgsql as $$
    declare
      turn bigint := nextval('bench_turn');
    begin
      perform bench_enrol(turn % 500, turn / 500);
    end $$;`);
}

/** Empties the classes, so that no measurement meets the seats of another. */
export async function emptyClasses(pool: pg.Pool): Promise<void> {
  await pool.query(`truncate class_enrollments;
    update classes set seats_taken = 0 where seats_taken > 0;
    alter sequence bench_turn restart`);
}

export type DatabaseClient = (statement: string, load: Load) => Promise<Figures>;

/**
 * Calls statements in a loop: by `pgbench` where it is installed, else by `pg` in this process. Each measurement of
 * `pgbench` opens its connections first, and each connection compiles the functions: of a short one, `isShort`, that is
 * nearly all.
 */
export async function chooseDatabaseClient(
  pool: pg.Pool,
  { url, folder, isShort }: { url: string; folder: string; isShort: boolean },
): Promise<{ name: 'pgbench' | 'pg'; client: DatabaseClient }> {
  const isInstalled = await run('pgbench', ['--version']).then(
    () => true,
    () => false,
  );
  if (!isInstalled || isShort) {
    return {
      name: 'pg',
      client: (statement, load) => repeat(load, () => pool.query({ name: statement, text: statement })),
    };
  }
  const script = path.join(folder, 'statement.sql');
  return {
    name: 'pgbench',
    async client(statement, { connections, seconds }) {
      const logs = await mkdtemp(path.join(folder, 'pgbench-'));
      await writeFile(script, `${statement};\n`);
      const { stdout } = await run('pgbench', [
        ...['--no-vacuum', '--protocol=prepared', `--file=${script}`, `--client=${connections}`],
        ...[
          '--log',
          `--log-prefix=${path.join(logs, 'log')}`,
          `--time=${Math.max(1, Math.round(seconds))}`,
          url,
        ],
      ]);
      const samples = await readLatencies(logs);
      return { ...figuresOf(samples, 1), rate: Number(/tps = ([\d.]+)/.exec(stdout)?.[1]) };
    },
  };
}

/** The log of pgbench has a line for each transaction; its third word is the latency in microseconds. */
async function readLatencies(folder: string): Promise<number[]> {
  const files = await readdir(folder);
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
  return texts.flatMap((text) =>
    text
      .trim()
      .split('\n')
      .map((line) => Number(line.split(' ')[2]) / 1000),
  );
}
