import type { Ctx } from '#server/ctx.ts';

/** The id of a person whom an act concerns; undefined for the actor, whose own things concern no other person. */
export function othersId({ actor }: Pick<Ctx, 'actor'>, id: string): string | undefined {
  return actor.kind === 'member' && actor.userId === id ? undefined : id;
}
