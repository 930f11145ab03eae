import { Button, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBrush } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PersonAvatar } from '#web/shell/person-avatar.tsx';
import type { Profile } from '../../contract.ts';
import styles from './avatar-button.module.css';
import { PortraitDialog } from './portrait-dialog.tsx';

/** A kid's picture: tapped, it offers Sumi's drawings. */
export function PortraitButton({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profiles');
  const [opened, dialog] = useDisclosure();
  return (
    <>
      <UnstyledButton className={styles.button} onClick={dialog.open}>
        <span className="visually-hidden">{t('portrait.choose')}</span>
        <PersonAvatar person={profile} size="xl" />
        <span className={styles.camera}>
          <IconBrush size="1.125rem" aria-hidden />
        </span>
      </UnstyledButton>
      <PortraitDialog profile={profile} opened={opened} onClose={dialog.close} />
    </>
  );
}

/** Leads an adult to the drawn portraits, beside the button for a photograph. */
export function PortraitLink({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profiles');
  const [opened, dialog] = useDisclosure();
  return (
    <>
      <Button
        size="sm"
        variant="default"
        leftSection={<IconBrush size="1.125rem" aria-hidden />}
        onClick={dialog.open}
      >
        {t('portrait.choose')}
      </Button>
      <PortraitDialog profile={profile} opened={opened} onClose={dialog.close} />
    </>
  );
}
