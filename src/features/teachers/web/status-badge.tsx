import { Badge, type MantineColor } from '@mantine/core';
import { IconCheck, IconHourglass, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { VerificationStatus } from '../contract.ts';

const looks: Record<VerificationStatus, { color: MantineColor; Icon: typeof IconCheck }> = {
  pending: { color: 'cup', Icon: IconHourglass },
  approved: { color: 'green', Icon: IconCheck },
  rejected: { color: 'red', Icon: IconX },
};

/** Pendiente, Aprobado or Rechazado. */
export function StatusBadge({ status }: { status: VerificationStatus }) {
  const { t } = useTranslation('teachers');
  const { color, Icon } = looks[status];
  return (
    <Badge color={color} size="lg" leftSection={<Icon size="1em" aria-hidden />}>
      {t(`status.${status}`)}
    </Badge>
  );
}
