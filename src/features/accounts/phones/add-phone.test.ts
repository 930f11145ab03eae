import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { otherThan, type PhoneScene, phoneScene, refusalOf } from '../../../testing/phone-scene.ts';
import { goodPassword } from '../../../testing/sign-in.ts';
import { readAccount } from '../contract.ts';
import { showNumber } from './read-number.ts';

let scene: PhoneScene;
beforeAll(async () => {
  scene = await phoneScene();
});
afterAll(() => scene.community.close());

describe('adding a telephone', () => {
  it('shows it among the ways in, and tells the owner by a letter', async () => {
    const person = await scene.memberWithPassword();
    const number = scene.newNumber();
    const added = await scene.confirm(person, await scene.codeFrom(await scene.begin(person, number)));
    expect(await added.json()).toEqual({ phone: showNumber(number) });
    const { account } = await answerOf(
      scene.community.request(person, 'GET', '/api/accounts/me'),
      readAccount,
    );
    expect(account?.phone).toBe(showNumber(number));
    expect(account?.identities).toMatchObject([{ provider: 'email' }, { provider: 'phone' }]);
    const letters = (await scene.community.letters()).filter(({ to }) => to === person.email);
    expect(letters.map(({ subject }) => subject)).toEqual(['Tu cuenta tiene un teléfono nuevo']);
  });

  it('wants a proved address, and the password of a person who signed in a while ago', async () => {
    const unproved = await scene.memberWithPassword(false);
    expect((await refusalOf(await scene.begin(unproved, scene.newNumber()))).code).toBe(
      'accounts/confirm-email-first',
    );
    const person = await scene.memberWithPassword();
    const createdAt = new Date(Date.now() - 3_600_000);
    await scene.community.db
      .updateTable('sessions')
      .set({ createdAt })
      .where('userId', '=', person.id)
      .execute();
    expect((await refusalOf(await scene.begin(person, scene.newNumber()))).code).toBe(
      'accounts/password-again',
    );
    expect((await refusalOf(await scene.begin(person, scene.newNumber(), 'no-es-esta'))).code).toBe(
      'accounts/wrong-password',
    );
    expect((await scene.begin(person, scene.newNumber(), goodPassword)).status).toBe(200);
    await scene.community.texts();
  });

  it('typing a number takes it from no account, and proving one that another account has takes it neither', async () => {
    const { person: owner, number } = await scene.memberWithPhone();
    const other = await scene.memberWithPassword();
    const { sms, code } = await scene.codeFrom(await scene.begin(other, number));
    expect((await refusalOf(await scene.confirm(other, { sms, code: otherThan(code) }))).code).toBe(
      'accounts/letter-code-wrong',
    );
    expect(await refusalOf(await scene.confirm(other, { sms, code }))).toMatchObject({
      status: 409,
      code: 'accounts/phone-taken',
    });
    const rows = await scene.community.db
      .selectFrom('phones')
      .selectAll()
      .where('number', '=', number)
      .execute();
    expect(rows).toMatchObject([{ userId: owner.id }]);
  });

  it('a code is of use to the person alone who asked for it, and to add a telephone alone', async () => {
    const person = await scene.memberWithPassword();
    const { sms, code } = await scene.codeFrom(await scene.begin(person, scene.newNumber()));
    expect((await scene.confirm(await scene.memberWithPassword(), { sms, code })).status).toBe(401);
    expect((await scene.enter({ sms, code })).status).toBe(401);
    expect((await scene.confirm(person, { sms, code })).status).toBe(200);

    const { number } = await scene.memberWithPhone();
    const toEnter = await scene.codeFrom(await scene.ask(number));
    expect((await scene.confirm(await scene.memberWithPassword(), toEnter)).status).toBe(401);
  });

  it('an account has one telephone, and asks for five codes a day', async () => {
    const { person } = await scene.memberWithPhone();
    expect((await refusalOf(await scene.begin(person, scene.newNumber()))).code).toBe('accounts/phone-known');
    const other = await scene.memberWithPassword();
    const statuses: number[] = [];
    for (let times = 0; times < 6; times++)
      statuses.push((await scene.begin(other, scene.newNumber())).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    await scene.community.texts();
  });
});
