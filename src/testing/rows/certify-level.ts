import { certificateItem } from '#features/store/contract.ts';
import { insertAttended } from '../class-scene.ts';
import type { Community, Person } from '../community.ts';

/**
 * Has a student, who needs the coins, buy a certificate, and a teacher certify that their French is advanced; answers
 * the certificate's code.
 */
export async function certifyLevel(
  community: Community,
  { teacher, buyer, shownName }: { teacher: Person; buyer: Person; shownName: string },
): Promise<string> {
  await insertAttended(community.db, teacher, buyer);
  const bought = await community.request(buyer, 'POST', '/api/store/orders', { itemId: certificateItem });
  const { order } = (await bought.json()) as { order: { id: string } };
  const answer = await community.request(teacher, 'POST', `/api/store/orders/${order.id}/fulfil`, {
    certificate: { language: 'fr', level: 'advanced', shownName },
  });
  return ((await answer.json()) as { certificate: string }).certificate;
}
