import { describe, expect, test } from 'vitest';
import { checkHookUrl, isPublicAddress } from '#shop/connecting/reselling/hook-address.ts';

const refused = { ok: false, error: { code: 'api-hook-invalid' } };

describe('an address to tell', () => {
  test.each([
    ['https://till.example/hook', 'https://till.example/hook'],
    ['  HTTPS://Till.Example:8443/a?b=c%20d \n', 'https://till.example:8443/a?b=c%20d'],
    ['https://93.184.216.34/hook', 'https://93.184.216.34/hook'],
    ['https://[2606:2800:220:1::1]/', 'https://[2606:2800:220:1::1]/'],
    ['https://فروشگاه.example/', 'https://xn--mgbtj4c7ad63e.example/'],
    ['https://till.example/@me?to=a@b', 'https://till.example/@me?to=a@b'],
    ['https://local.till.example', 'https://local.till.example/'],
    ['https://172.32.0.1/', 'https://172.32.0.1/'],
    ['https://100.128.0.1/', 'https://100.128.0.1/'],
  ])('%s is taken', (typed, url) => {
    expect(checkHookUrl(typed)).toEqual({ ok: true, value: url });
  });

  test.each([
    '',
    'till.example',
    'http://till.example/',
    'ftp://till.example/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https:till.example',
    'https://',
    'https:///',
    'https://?a',
    'https://user@till.example/',
    'https://user:password@till.example/',
    'https://till.example@127.0.0.1/',
    'https://till.example/#part',
    'https://till.example#@127.0.0.1/',
    'https://till.example\\@127.0.0.1/',
    'https://till.exa mple/',
    'https://till.example/\nHost: other',
    'https://till.exam\u200bple/',
    'https://till.example:0/',
    'https://till.example:70000/',
    `https://till.example/${'a'.repeat(500)}`,
    // Names of our own network.
    'https://localhost/',
    'https://LOCALHOST.:8443/',
    'https://a.localhost/',
    'https://printer.local/',
    'https://printer.local./',
    'https://metadata.google.internal/',
    'https://router.lan/',
    'https://nas.home/',
    'https://nas.home.arpa/',
    'https://mail.corp/',
    'https://postgres/',
    'https://postgres:5432/',
    'https://hidden.onion/',
    // Addresses in any spelling.
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f.0.0.1/',
    'https://0177.0.0.1/',
    'https://127.0.0.1./',
    'https://１２７.0.0.1/',
    'https://127。0。0。1/',
    'https://%31%32%37.0.0.1/',
    'https://0/',
    'https://0.0.0.0/',
    'https://10.1.2.3/',
    'https://100.64.0.1/',
    'https://100.127.255.254/',
    'https://169.254.169.254/latest/meta-data',
    'https://172.16.0.1/',
    'https://172.31.255.255/',
    'https://192.0.0.8/',
    'https://192.0.2.1/',
    'https://192.168.1.1/',
    'https://198.18.0.1/',
    'https://198.51.100.1/',
    'https://203.0.113.1/',
    'https://224.0.0.1/',
    'https://240.0.0.1/',
    'https://255.255.255.255/',
    'https://[::]/',
    'https://[::1]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:93.184.216.34]/',
    'https://[::7f00:1]/',
    'https://[64:ff9b::127.0.0.1]/',
    'https://[64:ff9b:1::1]/',
    'https://[100::1]/',
    'https://[fe80::1]/',
    'https://[fe80::1%25eth0]/',
    'https://[fc00::1]/',
    'https://[fd12:3456::1]/',
    'https://[fec0::1]/',
    'https://[ff02::1]/',
    'https://[2001::1]/',
    'https://[2001:db8::1]/',
    'https://[2002:7f00:1::]/',
    'https://[3fff::1]/',
  ])('%j is refused', (typed) => {
    expect(checkHookUrl(typed)).toEqual(refused);
  });
});

test.each(['', 'till.example', '127.0.0.1', '::ffff:10.0.0.1', 'fe80::1%eth0', '2606:2800::1%eth0'])(
  'the address %j is not public',
  (address) => {
    expect(isPublicAddress(address)).toBe(false);
  },
);

test.each(['8.8.8.8', '93.184.216.34', '2606:2800:220:1::1'])('the address %s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});
