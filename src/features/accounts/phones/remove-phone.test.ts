import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PhoneScene, phoneScene, refusalOf } from '../../../testing/phone-scene.ts';
import { goodPassword, whoHas } from '../../../testing/sign-in.ts';
import { removeOtherWaysIn } from '../links/remove-other-ways-in.ts';

let scene: PhoneScene;
beforeAll(async () => {
  scene = await phoneScene();
});
afterAll(() => scene.community.close());

describe('removing a telephone', () => {
  it('signs the other devices out, tells the owner, and the number is free again', async () => {
    const { person, number } = await scene.memberWithPhone();
    const elsewhere = await scene.community.anotherSession(person);
    const removed = await scene.remove(person);
    expect(removed.status).toBe(200);
    await expect.poll(() => whoHas(scene.community, elsewhere.cookie)).toBeNull();
    expect(await whoHas(scene.community, person.cookie)).toMatchObject({ id: person.id, phone: null });
    const letters = (await scene.community.letters()).filter(({ to }) => to === person.email);
    expect(letters.at(-1)?.subject).toBe('Se quitó el teléfono de tu cuenta');
    const next = await scene.memberWithPassword();
    expect((await scene.confirm(next, await scene.codeFrom(await scene.begin(next, number)))).status).toBe(
      200,
    );
  });

  it('wants the password of a person who signed in a while ago', async () => {
    const { person } = await scene.memberWithPhone();
    const createdAt = new Date(Date.now() - 3_600_000);
    await scene.community.db
      .updateTable('sessions')
      .set({ createdAt })
      .where('userId', '=', person.id)
      .execute();
    expect((await refusalOf(await scene.remove(person))).code).toBe('accounts/password-again');
    expect((await scene.remove(person, goodPassword)).status).toBe(200);
  });

  it('happens with the other ways in when an owner takes the account back', async () => {
    const { person, number } = await scene.memberWithPhone();
    await removeOtherWaysIn(await scene.community.ctxFor(), person.id);
    const rows = await scene.community.db
      .selectFrom('phones')
      .selectAll()
      .where('userId', '=', person.id)
      .execute();
    expect(rows).toEqual([]);
    expect((await scene.codeFrom(await scene.ask(number))).sent).toEqual([]);
  });
});
