import { buyItem, certificateItem, fulfilOrder } from '#features/store/contract.ts';
import { answerOf } from '../answers/answer-of.ts';
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
  const { order } = await answerOf(
    community.request(buyer, 'POST', '/api/store/orders', { itemId: certificateItem }),
    buyItem,
  );
  const path = `/api/store/orders/${order.id}/fulfil`;
  const body = { certificate: { language: 'fr', level: 'advanced', shownName } };
  const { certificate } = await answerOf(community.request(teacher, 'POST', path, body), fulfilOrder);
  return certificate ?? '';
}
