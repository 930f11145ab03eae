import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { refusalText } from '#web/i18n/refusal-text.ts';
import { Modal } from '#web/ui/overlays/lazy-dialog.tsx';
import { toastError, toastSuccess } from '#web/ui/toasts/toast.ts';
import { type Portrait, type Profile, portraitAddress, portraits } from '../../contract.ts';
import { useChoosePortrait } from '../queries.ts';
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
  const choice = useChoosePortrait();
  const choose = (portrait: Portrait) =>
    choice.mutate(portrait, {
      onSuccess() {
        toastSuccess(t('portrait.updated'));
        onClose();
      },
      onError: (error) => toastError(t('portrait.failed'), refusalText(error)),
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
              onClick={choice.isPending ? undefined : () => choose(portrait)}
            >
              <img src={portraitAddress(portrait)} alt="" />
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
