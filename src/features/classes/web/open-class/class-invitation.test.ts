import { expect, it } from 'vitest';
import { whatsappAddress } from '#web/ui/share/whatsapp-address.ts';
import { classAddress, classInvitation } from './class-invitation.ts';

const club = {
  title: 'Café & croissant',
  startsAt: '2026-11-24T00:30:00.000Z',
  zone: 'America/Mexico_City',
  status: 'scheduled' as const,
};
const now = new Date('2026-11-23T12:00:00Z');

/** The text of the message; the catalogue's words are written out as their key and what fills them in. */
function textOf(facts: Partial<typeof club> | { status: 'cancelled' } = {}, at = now): string | null {
  const t = ((key: string, filled: object) => `${key} ${JSON.stringify(filled)}`) as never;
  const how = { t, language: 'es', link: classAddress('c1', 'https://sumi.example'), now: at };
  const text = classInvitation({ ...club, ...facts }, how);
  return text && new URL(whatsappAddress(text)).searchParams.get('text');
}

it('classInvitation invites to a class to come, at the time of its own zone, with the link to a seat', () => {
  expect(textOf()).toBe(
    'share.invitation {"title":"Café & croissant","start":"Lunes, 23 de noviembre, 18:30 · Ciudad de México (GMT-06)","link":"https://sumi.example/classes/c1"}',
  );
});

it('classInvitation says of a cancelled class that it was cancelled, and links to no seat', () => {
  expect(textOf({ status: 'cancelled' })).toMatch(/^share\.cancelled/);
  expect(textOf({ status: 'cancelled' })).not.toContain('https:');
});

it('classInvitation has nothing to say of a class that has begun', () => {
  expect(textOf({}, new Date(club.startsAt))).toBeNull();
});
