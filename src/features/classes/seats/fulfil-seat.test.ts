import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClassScene, classScene, insertClass, insertSeats } from '../../../testing/class-scene.ts';
import type { Person } from '../../../testing/community.ts';
import type { ClassCard } from '../contract.ts';
import { offerSeats } from '../waiting/offer-seats.ts';

let scene: ClassScene;
beforeAll(async () => {
  scene = await classScene({ people: 3 });
});
afterAll(() => scene.community.close());

describe('a seat that was offered to a student who waited', () => {
  it('is offered for the rest of its time to a student who gives up paying for it', async () => {
    const { community, teacher } = scene;
    const [seated, first, second] = scene.people as [Person, Person, Person];
    const id = await insertClass(community.db, teacher, {
      maxStudents: 1,
      requiredTier: 'vip',
      priceCents: 500,
    });
    await insertSeats(community.db, id, seated);
    const cardOf = async (person: Person): Promise<ClassCard> =>
      (await community.request(person, 'GET', `/api/classes/${id}`)).json();
    for (const person of [first, second])
      await community.request(person, 'POST', `/api/classes/${id}/waiting`);
    await community.request(seated, 'DELETE', `/api/classes/${id}/enrolment`);
    await community.runDue(offerSeats);
    const { heldUntil } = await cardOf(first);
    const bought = await community.request(first, 'POST', `/api/classes/${id}/seat-checkout`);
    const { paymentId } = await bought.json();
    expect((await cardOf(first)).heldUntil).not.toBe(heldUntil);
    await community.request(first, 'POST', `/api/payments/${paymentId}/drop`);
    await community.runDue(offerSeats);
    expect(await cardOf(first)).toMatchObject({ heldUntil, isPaid: false, allowed: { buy: null } });
    expect(await cardOf(second)).toMatchObject({ heldUntil: null, waitingPlace: 1 });
    community.setNow(new Date(heldUntil ?? 0));
    await community.runDue(offerSeats);
    expect((await cardOf(second)).heldUntil).not.toBeNull();
  });
});
