const IPV4_IN_IPV6 = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;
const GROUPS = 8;
const NETWORK_GROUPS = 4;

const groupsOf = (text: string): string[] =>
  text === '' ? [] : text.split(':').map((group) => group.replace(/^0+(?=.)/, ''));

/**
 * Returns the group of addresses that one user has alone: the IPv4 address, or the /64 network of an IPv6 address,
 * because providers assign whole /64 networks. Every spelling of an address gives the same group.
 */
export const addressGroup = (ip: string): string => {
  const address = ip.toLowerCase().split('%')[0] ?? '';
  const mapped = IPV4_IN_IPV6.exec(address)?.[1];
  if (mapped !== undefined || !address.includes(':')) return mapped ?? address;
  const [head = '', tail] = address.split('::');
  const [first, last] = [groupsOf(head), groupsOf(tail ?? '')];
  const zeros = tail === undefined ? 0 : Math.max(0, GROUPS - first.length - last.length);
  const whole = [...first, ...Array.from({ length: zeros }, () => '0'), ...last];
  return `${whole.slice(0, NETWORK_GROUPS).join(':')}::/64`;
};
