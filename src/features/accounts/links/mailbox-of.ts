/**
 * The mailbox that an address reaches, to compare and to count by, never to say whose an account is: without the tag
 * behind `+`, and at Google without dots, for which it has two domains.
 */
export function mailboxOf(address: string): string {
  const [local = '', domain = ''] = address.trim().toLowerCase().split('@');
  const [name = ''] = local.split('+');
  const isGoogle = domain === 'gmail.com' || domain === 'googlemail.com';
  return isGoogle ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}
