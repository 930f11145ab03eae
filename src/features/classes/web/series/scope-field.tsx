import { Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../contract.ts';

/** The class alone, or more of its series. */
export type Reach = 'one' | Scope;

/** Which classes of a series an organiser changes, cancels or hands over. */
export function ScopeField({
  what,
  value,
  onChange,
}: {
  what: 'change' | 'cancel' | 'handOver';
  value: Reach;
  onChange: (reach: Reach) => void;
}) {
  const { t } = useTranslation('classes');
  return (
    <Radio.Group
      label={t(`repeats.reach.${what}`)}
      description={value === 'one' ? undefined : t(`repeats.reach.${what}Text`)}
      value={value}
      onChange={(chosen) => onChange(chosen as Reach)}
    >
      <Stack gap="xs" mt="xs">
        {(['one', 'following', 'all'] as const).map((each) => (
          <Radio key={each} value={each} color="live" label={t(`repeats.reach.${each}`)} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
