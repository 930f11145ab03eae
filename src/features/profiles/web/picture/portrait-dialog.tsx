import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { useAct } from '#web/ui/forms/use-act.ts';
import { Modal } from '#web/ui/overlays/lazy-dialog.tsx';
import { choosePortrait, type Portrait, type Profile, portraitAddress, portraits } from '../../contract.ts';
import { useCacheProfile } from '../queries.ts';
import styles from './portrait-dialog.module.css';

/** Sumi's drawings, one of which becomes the person's picture with one tap. */
export function PortraitDialog({
  profile,
  opened,
  onClose,
}: {
  profile: Profile;
  opened: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation('profiles');
  const cache = useCacheProfile();
  const choice = useAct((portrait: Portrait) => call(choosePortrait, { body: { portrait } }), {
    stale: ['accounts'],
    done: t('portrait.updated'),
    failed: t('portrait.failed'),
    onDone(saved) {
      cache(saved);
      onClose();
    },
  });
  return (
    <Modal opened={opened} onClose={onClose} title={t('portrait.title')}>
      <ul className={styles.portraits}>
        {portraits.map((portrait) => (
          <li key={portrait}>
            <UnstyledButton
              className={styles.portrait}
              aria-label={t(`portrait.names.${portrait}`)}
              aria-pressed={profile.image === portraitAddress(portrait)}
              aria-disabled={choice.isPending}
              data-loading={(choice.isPending && choice.variables === portrait) || undefined}
              onClick={choice.isPending ? undefined : () => choice.mutate(portrait)}
            >
              <img src={portraitAddress(portrait)} alt="" />
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
