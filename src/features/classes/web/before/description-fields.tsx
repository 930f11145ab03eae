import { type InputWrapperProps, Textarea, type TextareaProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ManagedClass } from '../../contract.ts';
import { longestPromptCard } from '../../rules.ts';

/** The description of a class and, of a club, its prompt card: in the form of a class and in its repair. */
export function DescriptionFields({
  kind,
  propsOf,
  ...looks
}: {
  kind: ManagedClass['kind'];
  propsOf: (field: 'description' | 'promptCard') => TextareaProps;
  className?: string | undefined;
  inputWrapperOrder?: InputWrapperProps['inputWrapperOrder'];
}) {
  const { t } = useTranslation('classes');
  return (
    <>
      <Textarea
        {...looks}
        label={t('form.description')}
        withAsterisk
        autosize
        minRows={3}
        maxLength={2000}
        {...propsOf('description')}
      />
      {kind === 'club' && (
        <Textarea
          {...looks}
          label={t('form.promptCard')}
          description={t('form.promptCardText')}
          placeholder={t('form.promptCardExample')}
          autosize
          minRows={3}
          maxLength={longestPromptCard}
          {...propsOf('promptCard')}
        />
      )}
    </>
  );
}
