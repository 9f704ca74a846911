import { BlockList, isIP } from 'node:net';
import type { Failure } from '#domain/failure.ts';
import { err, ok, type Result } from '#domain/result.ts';

const longestUrl = 500;

/** Special-purpose addresses of IANA's registries that are not on the internet, and multicast. */
const reservedV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];
/** The range of the internet. It excludes ::1, fe80::, fc00::, multicast, IPv4-mapped addresses and NAT64. */
const internetV6 = '2000::/3';
/** Protocols (such as Teredo), documentation, and 6to4, which leads to any IPv4 address. */
const reservedV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const reserved = listOf(reservedV4, reservedV6);
const internet = listOf([], [internetV6]);

function listOf(v4: readonly string[], v6: readonly string[]): BlockList {
  const list = new BlockList();
  for (const [family, networks] of [['ipv4', v4] as const, ['ipv6', v6] as const])
    for (const network of networks) {
      const [address = '', bits] = network.split('/');
      list.addSubnet(address, Number(bits), family);
    }
  return list;
}

/** Whether an address is on the internet, and not a machine or network of our own. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !reserved.check(address, 'ipv4');
    case 6:
      // An address with a zone belongs to one link.
      return !address.includes('%') && internet.check(address, 'ipv6') && !reserved.check(address, 'ipv6');
    default:
      return false;
  }
}

/** Names that no public server has, including those without a dot. */
const privateNames = /^[^.]*$|(^|\.)(localhost|local|internal|intranet|private|lan|home|corp|arpa|onion|test|invalid)$/;

/**
 * Checks an address for notifications. The sender checks its name again at every connection, because it may lead
 * elsewhere by then.
 */
export function checkHookUrl(text: string): Result<string, Failure> {
  const typed = text.trim();
  const url = /^https:\/\/[^\s\p{C}\\#]+$/iu.test(typed) && URL.canParse(typed) ? new URL(typed) : null;
  const isPlain = url?.username === '' && url.password === '' && url.port !== '0';
  return isPlain && url.href.length <= longestUrl && isPublicHost(url)
    ? ok(url.href)
    : err({ code: 'api-hook-invalid' });
}

/** URL has normalised the address: 0x7f.1 is 127.0.0.1. */
function isPublicHost({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return isIP(host) === 0 ? !privateNames.test(host) : isPublicAddress(host);
}
