import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './profile.module.css';

/** Opens a part of the profile for changes; `of` says which to those who cannot see where it stands. */
export function EditButton({
  of,
  onEdit,
  ref,
}: {
  of: string;
  onEdit: () => void;
  ref: Ref<HTMLButtonElement>;
}) {
  const { t } = useTranslation('profiles');
  return (
    <Button
      ref={ref}
      variant="default"
      size="sm"
      leftSection={<IconPencil size="1.125rem" aria-hidden />}
      aria-label={t('profile.editOf', { of })}
      onClick={onEdit}
    >
      {t('profile.edit')}
    </Button>
  );
}

/** At the foot of a form. */
export function SaveOrCancel({ busy, onCancel }: { busy: boolean; onCancel: () => void }) {
  const { t } = useTranslation('profiles');
  return (
    <div className={classes.buttons}>
      <Button type="submit" loading={busy}>
        {t('profile.save')}
      </Button>
      <Button variant="default" disabled={busy} onClick={onCancel}>
        {t('profile.cancel')}
      </Button>
    </div>
  );
}
