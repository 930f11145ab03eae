import { FileButton, Loader, UnstyledButton } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { PersonAvatar } from '#web/shell/person-avatar.tsx';
import { type Profile, uploadAvatar } from '../../contract.ts';
import styles from './avatar-button.module.css';
import type { Avatar } from './use-avatar.ts';

const accepted = uploadAvatar.file?.types.join(',');

/** One's own picture: tapped, it asks for another. */
export function AvatarButton({ profile, avatar }: { profile: Profile; avatar: Avatar }) {
  const { t } = useTranslation('profiles');
  const forget = useRef<() => void>(null);
  const isBusy = avatar.isSending || avatar.isRemoving;
  const choose = (file: File | null) => {
    if (file) void avatar.choose(file);
    // The same file can be chosen again, after a failure say.
    forget.current?.();
  };
  return (
    <FileButton accept={accepted} onChange={choose} resetRef={forget}>
      {({ onClick }) => (
        <>
          <UnstyledButton
            className={styles.button}
            onClick={isBusy ? undefined : onClick}
            aria-disabled={isBusy}
            aria-busy={isBusy}
          >
            <span className="visually-hidden">
              {t(profile.image ? 'profile.picture.change' : 'profile.picture.add')}
            </span>
            <PersonAvatar person={{ ...profile, image: avatar.image }} size="xl" />
            {isBusy && (
              <span className={styles.veil}>
                <Loader size="sm" color="brand" aria-hidden />
              </span>
            )}
            <span className={styles.camera}>
              <IconCamera size="1.125rem" aria-hidden />
            </span>
          </UnstyledButton>
          <span role="status" className="visually-hidden">
            {avatar.isSending && t('profile.picture.sending')}
          </span>
        </>
      )}
    </FileButton>
  );
}
