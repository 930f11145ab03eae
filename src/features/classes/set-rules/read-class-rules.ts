import type { Ctx } from '#server/ctx.ts';
import { refuse } from '#shared/refusal.ts';
import { may } from '../permissions.ts';
import type { ClassRules } from './class-rules.ts';
import { readRules } from './rules-column.ts';

/** The rules of clubs and classes, for the form of a class, which organisers read. */
export async function readClassRules(ctx: Ctx): Promise<ClassRules> {
  refuse(may(ctx.actor, 'organise'));
  return readRules(ctx);
}
