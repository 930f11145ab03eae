import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { isRefusal } from '#web/api/call-error.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { toastSuccess } from '#web/ui/toasts/toast.ts';
import { addPhone, beginPhone, passwordAgain, type TypedNumber, wrongPassword } from '../../contract.ts';
import { authErrorText } from '../auth-error-text.ts';
import { TypeCode } from '../enter/type-code.tsx';
import { AskPassword } from '../security/ask-password.tsx';
import { emitSessionEvent } from '../session/session-events.ts';
import { NumberForm } from './number-form.tsx';

type Asked = { number: TypedNumber; shown: string; password?: string | undefined };

/**
 * Sends a code to a number, and adds the number by that code. Asks for the password where the owner signed in a while
 * ago.
 */
export function AddPhone({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('accounts');
  const [asked, setAsked] = useState<Asked | null>(null);
  const [atPassword, setAtPassword] = useState(false);
  const ask = useMutation({
    mutationFn: ({ number, password }: Asked) => call(beginPhone, { body: { ...number, password } }),
    onMutate: setAsked,
    onSettled: (_answer, error) =>
      setAtPassword(isRefusal(error, passwordAgain.code) || isRefusal(error, wrongPassword.code)),
  });
  const add = useMutation({
    mutationFn: (body: { sms: string; code: string }) => call(addPhone, { body }),
    onSuccess() {
      onDone();
      emitSessionEvent('USER_UPDATED');
      toastSuccess(t('phonePart.doneTitle'), t('phonePart.doneText'));
    },
  });
  if (ask.data && asked) {
    const { sms } = ask.data;
    return (
      <Stack>
        <Text>{t('phonePart.sentText', { phone: asked.shown })}</Text>
        <TypeCode
          label={t('phoneCode.label')}
          missing={t('phoneCode.missing')}
          hint={t('phonePart.hint')}
          confirmLabel={t('phonePart.confirm')}
          busy={add.isPending}
          error={add.error ? authErrorText(add.error) : null}
          onCode={(code) => add.mutate({ sms, code })}
          onAgain={() => {
            add.reset();
            ask.reset();
          }}
        />
      </Stack>
    );
  }
  if (asked && atPassword) {
    return (
      <AskPassword
        text={t('refusals.accounts.password-again')}
        confirmLabel={t('factor.next')}
        busy={ask.isPending}
        error={isRefusal(ask.error, wrongPassword.code) ? ask.error : null}
        onConfirm={(password) => ask.mutate({ ...asked, password })}
      />
    );
  }
  return (
    <Stack>
      <Text>{t('phonePart.addText')}</Text>
      <NumberForm
        typed={asked?.number}
        busy={ask.isPending}
        error={ask.error ? authErrorText(ask.error) : null}
        onNumber={(number, shown) => ask.mutate({ number, shown, password: asked?.password })}
      />
    </Stack>
  );
}
