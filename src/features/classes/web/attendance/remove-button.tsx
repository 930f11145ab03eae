import { ActionIcon } from '@mantine/core';
import { IconUserMinus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Opens the dialog in which an organiser takes the seat of this person, or their place in the waiting list, away. */
export function RemoveButton({ name, onRemove }: { name: string; onRemove: () => void }) {
  const { t } = useTranslation('classes');
  return (
    <ActionIcon size="2.75rem" color="gray" aria-label={t('roll.remove.open', { name })} onClick={onRemove}>
      <IconUserMinus size="1.25rem" aria-hidden />
    </ActionIcon>
  );
}
