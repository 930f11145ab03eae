import { z } from 'zod';
import { operation } from '#shared/operation.ts';
import { pageQuery } from '#shared/page-cursor.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';
import { lineOfText } from '#shared/text.ts';
import { typedDay } from '#shared/time/typed-dates.ts';
import { uuid } from '#shared/uuid.ts';

export const invitationRefusals = {
  /** Invitation links are for adults. */
  adultsOnly: { code: 'accounts/invitations-for-adults', status: 403 },
  /** `detail.earliest` and `detail.latest`: between which days a link may end. */
  lastDay: { code: 'accounts/invitation-last-day', status: 422 },
  /** `detail.most`: how many links of a person may be open at once. */
  tooMany: { code: 'accounts/too-many-invitations', status: 409 },
} as const satisfies Record<string, RefusalKind>;

/** `used-up` and `ended` links make accounts still, but invite no person. */
export const invitationStates = ['open', 'used-up', 'ended'] as const;
export type InvitationState = (typeof invitationStates)[number];

/** A link by which a member invites others, up to a number of them and until the end of a day. */
export const invitation = z.object({
  id: uuid,
  /** Carried by `/i/<code>`. */
  code: z.string(),
  label: z.string(),
  uses: z.int(),
  mostUses: z.int(),
  /** When it ends by itself, or when its owner ended it. */
  endsAt: z.iso.datetime(),
  state: z.enum(invitationStates),
});
export type Invitation = z.infer<typeof invitation>;

/** How many people a link invites at most, how many links are open at once, and for how many days. */
export const mostInvited = 500;
export const mostOpenLinks = 10;
export const longestInvitation = 365;

export const listInvitations = operation({
  id: 'listInvitations',
  method: 'get',
  path: '/api/accounts/invitations',
  summary: "The reader's invitation links, open ones first, then the newest.",
  query: z.object({ ...pageQuery({ usual: 20, most: 100 }) }),
  answer: z.object({ items: z.array(invitation), nextCursor: z.string().nullable() }),
});

export const makeInvitation = operation({
  id: 'makeInvitation',
  method: 'post',
  path: '/api/accounts/invitations',
  summary: 'Makes an invitation link with a limit and an end. Adults only.',
  body: z.object({
    /** What its owner calls it; only they and administrators read it. */
    label: lineOfText(60),
    mostUses: z.int().min(1).max(mostInvited),
    /** The last day on which it invites, on the owner's own calendar. */
    lastDay: typedDay,
  }),
  answer: invitation,
  refusals: [invitationRefusals.adultsOnly, invitationRefusals.lastDay, invitationRefusals.tooMany],
});

export const endInvitation = operation({
  id: 'endInvitation',
  method: 'delete',
  path: '/api/accounts/invitations/{id}',
  summary: "Ends one of the reader's invitation links; one that has ended stays as it is.",
  params: z.object({ id: uuid }),
  answer: invitation,
  refusals: [commonRefusals.notFound],
});

export const readInvitation = operation({
  id: 'readInvitation',
  method: 'get',
  path: '/api/accounts/invitations/by-code/{code}',
  summary: 'Whether the link with that code still invites. It says nothing of its owner. For everybody.',
  params: z.object({ code: z.string().regex(/^[0-9a-f]{12}$/) }),
  answer: z.object({ state: z.enum(invitationStates) }),
  refusals: [commonRefusals.notFound],
});
