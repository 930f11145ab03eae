import { TextInput, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { meetingAddress } from './meeting-address.ts';

type Props = Omit<TextInputProps, 'onChange' | 'type'> & {
  /** As of Mantine's forms, which take an event or the text itself. */
  onChange?: (typed: unknown) => void;
};

/**
 * The field of a class's meeting link. It takes only the address out of a pasted invitation: the field has one line and
 * would cut the text, and to cut the address out is hard on a phone.
 */
export function MeetingAddressField({ onChange, ...field }: Props) {
  const { t } = useTranslation('classes');
  return (
    <TextInput
      type="url"
      inputMode="url"
      label={t('form.meetLink')}
      placeholder="https://"
      description={t('form.meetLinkText')}
      maxLength={500}
      {...field}
      onChange={onChange}
      onPaste={(event) => {
        const text = event.clipboardData.getData('text');
        const address = meetingAddress(text);
        if (address === text.trim()) return;
        event.preventDefault();
        onChange?.(address);
      }}
    />
  );
}
