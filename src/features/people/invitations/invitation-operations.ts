import { z } from 'zod';
import { invitation } from '#features/accounts/contract.ts';
import { operation } from '#shared/operation.ts';
import { pageQuery } from '#shared/page-cursor.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { lineOfText, longestReason } from '#shared/text.ts';
import { uuid } from '#shared/uuid.ts';
import { peopleRefusals } from '../people-refusals.ts';

/** An invitation link, and whose it is. */
const ownedInvitation = invitation.omit({ code: true }).extend({
  owner: z.object({ id: uuid, name: z.string(), isBanned: z.boolean() }),
});
export type OwnedInvitation = z.infer<typeof ownedInvitation>;

export const listAllInvitations = operation({
  id: 'listAllInvitations',
  method: 'get',
  path: '/api/people/invitations',
  summary: 'Every invitation link with a limit, the newest first. For administrators.',
  query: z.object({ ...pageQuery({ usual: 25, most: 50 }) }),
  answer: z.object({ items: z.array(ownedInvitation), nextCursor: z.string().nullable() }),
  refusals: [peopleRefusals.noSession],
});

export const endAnyInvitation = operation({
  id: 'endAnyInvitation',
  method: 'post',
  path: '/api/people/invitations/{id}/end',
  summary:
    "Ends a member's invitation link at once; its owner is told why. One that has ended stays as it is. For administrators.",
  params: z.object({ id: uuid }),
  body: z.object({ reason: lineOfText(longestReason) }),
  answer: ownedInvitation,
  refusals: [peopleRefusals.noSession, commonRefusals.notFound],
});
