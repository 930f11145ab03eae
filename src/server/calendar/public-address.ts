import { BlockList, isIP } from 'node:net';

// Loopback, private, link-local, reserved and multicast ranges, and tunnels that may lead to one of them.
const reserved = new BlockList();
const v4: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
const v6: [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];
for (const [network, bits] of v4) reserved.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of v6) reserved.addSubnet(network, bits, 'ipv6');

const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');

/** Whether an address is a public IP address; false for anything that is not an IP address. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !reserved.check(address, 'ipv4');
  // Addresses with a version 4 one inside (::ffff:10.0.0.1, 64:ff9b::10.0.0.1) are outside of 2000::/3.
  return version === 6 && global.check(address, 'ipv6') && !reserved.check(address, 'ipv6');
}
