import { isIPv6 } from 'node:net';

/** The address itself, or the /64 an IPv6 address lies in: a client that has one address of it has them all. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  if (/^::ffff:[\d.]+$/i.test(address)) return address.slice('::ffff:'.length);
  const [head = '', tail] = address.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length;
  const groups = [...front, ...Array<string>(Math.max(0, zeros)).fill('0'), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
