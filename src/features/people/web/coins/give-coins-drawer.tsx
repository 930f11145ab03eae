import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { call } from '#web/api/call.ts';
import { newKey } from '#web/api/new-key.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { DialogActs } from '#web/ui/dialogs/dialog-acts.tsx';
import { SideDrawer } from '#web/ui/dialogs/side-drawer.tsx';
import { CountField } from '#web/ui/figures/count-field.tsx';
import { useAct } from '#web/ui/forms/use-act.ts';
import { giveCoinsToMany, longestCoinsReason, mostCoinsAtOnce, mostPeopleAtOnce } from '../../contract.ts';
import { PersonPicker, type Picked } from '../record-payment/person-picker.tsx';
import styles from './give-coins-drawer.module.css';

/** Gives several people as many coins each, such as the winners of a contest. */
export function GiveCoinsDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('people');
  return (
    <SideDrawer opened={opened} onClose={onClose} size="md" holdsForm title={t('giveCoins.title')}>
      <GiveCoinsForm onDone={onClose} />
    </SideDrawer>
  );
}

/** One form has one idempotency key, so that a double press gives the coins once. */
function GiveCoinsForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation(['people', 'shell']);
  const { number } = useFigures();
  const { account } = useAccount();
  const [idempotencyKey] = useState(newKey);
  const [people, setPeople] = useState<readonly Picked[]>([]);
  const [hasChosen, setHasChosen] = useState(false);
  const choose = (chosen: readonly Picked[]) => {
    setHasChosen(true);
    setPeople(chosen);
  };
  const [coins, setCoins] = useState<string | number>('');
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const amount = Number(coins);
  const fits = Number.isInteger(amount) && amount >= 1 && amount <= mostCoinsAtOnce;
  const isWhole = people.length > 0 && fits && reason.trim() !== '';
  const ids = people.map(({ id }) => id);
  const give = useAct(
    () =>
      call(giveCoinsToMany, { body: { userIds: ids, amount, reason: reason.trim() } }, { idempotencyKey }),
    { stale: ['people'], done: t('giveCoins.done'), failed: t('giveCoins.failed'), onDone },
  );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (isWhole) give.mutate();
      }}
    >
      <Stack>
        {people.length < mostPeopleAtOnce && (
          // Each begins with an empty search for the next person, and with the focus once one was chosen or removed.
          <PersonPicker
            key={people.length}
            picked={null}
            without={account ? [...ids, account.id] : ids}
            error={asked && people.length === 0 ? t('record.noPerson') : undefined}
            focused={hasChosen}
            onPick={(person) => person && choose([...people, person])}
          />
        )}
        {people.length > 0 && (
          <ul className={styles.people} aria-label={t('giveCoins.people')}>
            {people.map((person) => (
              <li key={person.id}>
                <span className={styles.name}>{person.label}</span>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="lg"
                  aria-label={t('giveCoins.remove', { name: person.name })}
                  onClick={() => choose(people.filter(({ id }) => id !== person.id))}
                >
                  <IconX size="1.25rem" aria-hidden />
                </ActionIcon>
              </li>
            ))}
          </ul>
        )}
        <CountField
          label={t('giveCoins.each')}
          required
          limits={[1, mostCoinsAtOnce]}
          hideControls
          inputMode="numeric"
          value={coins}
          error={
            asked && !fits
              ? t('coins.wrong', { count: mostCoinsAtOnce, figure: number(mostCoinsAtOnce) })
              : null
          }
          onChange={setCoins}
        />
        <TextInput
          label={t('acts.reason')}
          description={t('giveCoins.reasonHint')}
          required
          maxLength={longestCoinsReason}
          value={reason}
          error={asked && reason.trim() === '' ? t('acts.reasonMissing') : null}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <Group mih="1.5em">
          {people.length > 0 && fits && (
            <Text role="status">
              {t('giveCoins.sum', {
                count: people.length,
                people: number(people.length),
                each: number(amount),
                total: number(people.length * amount),
              })}
            </Text>
          )}
        </Group>
        <DialogActs>
          <Button variant="default" onClick={onDone}>
            {t('shell:dialog.cancel')}
          </Button>
          <Button type="submit" color="coins" loading={give.isPending}>
            {t('giveCoins.confirm')}
          </Button>
        </DialogActs>
      </Stack>
    </form>
  );
}
