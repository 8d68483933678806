import { describe, expect, it } from 'vitest';
import { isPublicHost, objectionToAddress } from './hosts.ts';

const INNER = 'must be an address on the public internet';

describe('objectionToAddress', () => {
  it.each([
    'https://example.com/a.png',
    'http://cdn.example.com:8080/a.png?size=2#top',
    'https://8.8.8.8/a.png',
    'https://[2606:4700::1111]/a.png',
    'https://münchen.example/a.png',
    'https://local.example.com/a.png',
    'https://mylocal.net/a.png',
  ])('returns null for %s', (address) => {
    expect(objectionToAddress(address)).toBeNull();
  });

  it.each([
    'http://127.0.0.1/a.png',
    'http://127.1/a.png',
    'http://2130706433/a.png',
    'http://0x7f000001/a.png',
    'http://0x7f.1/a.png',
    'http://0177.0.0.1/a.png',
    'http://０x7f.1/a.png',
    'http://127。0。0。1/a.png',
    'http://127.0.0.1./a.png',
    'http://0.0.0.0/a.png',
    'http://10.1.2.3/a.png',
    'http://100.64.0.1/a.png',
    'http://100.100.100.200/latest/meta-data',
    'http://168.63.129.16/',
    'http://169.254.169.254/latest/meta-data',
    'http://172.16.0.1/a.png',
    'http://172.31.255.255/a.png',
    'http://192.168.0.1/a.png',
    'http://198.18.0.1/a.png',
    'http://224.0.0.1/a.png',
    'http://255.255.255.255/a.png',
    'http://[::]/a.png',
    'http://[::1]/a.png',
    'http://[::ffff:127.0.0.1]/a.png',
    'http://[::ffff:8.8.8.8]/a.png',
    'http://[::127.0.0.1]/a.png',
    'http://[64:ff9b::a00:1]/a.png',
    'http://[2002:7f00:1::]/a.png',
    'http://[2001:0:7f00:1::]/a.png',
    'http://[2001:db8::1]/a.png',
    'http://[fe80::1]/a.png',
    'http://[fd00:ec2::254]/latest/meta-data',
    'http://[ff02::1]/a.png',
    'http://localhost/a.png',
    'http://LOCALHOST:3000/a.png',
    'http://localhost./a.png',
    'http://a.localhost/a.png',
    'http://printer.local/a.png',
    'http://metadata.google.internal/computeMetadata/v1/',
    'http://metadata.google.internal./computeMetadata/v1/',
    'http://kubernetes.default.svc.cluster.local/a.png',
    'http://nas.home.arpa/a.png',
    'http://minio/a.png',
    'http://minio:9000/a.png',
  ])('refuses to fetch %s', (address) => {
    expect(objectionToAddress(address)).toBe(INNER);
  });

  it.each([
    ['file:///etc/passwd', 'must be an http(s) address'],
    ['ftp://example.com/a.png', 'must be an http(s) address'],
    ['gopher://example.com/', 'must be an http(s) address'],
    ['https://user@example.com/a.png', 'must be an address without a name or password'],
    ['https://user:password@example.com/a.png', 'must be an address without a name or password'],
    ['https://:password@example.com/a.png', 'must be an address without a name or password'],
    ['https://example.com\\@10.0.0.1/a.png', 'must be an address'],
    ['https://exam\nple.com/a.png', 'must be an address'],
    [' https://example.com/a.png', 'must be an address'],
    ['https:///', 'must be an address'],
    ['https://[::1%25eth0]/a.png', 'must be an address'],
    ['https://256.1.1.1/a.png', 'must be an address'],
    ['', 'must be an address'],
  ])('refuses %j', (address, why) => {
    expect(objectionToAddress(address)).toBe(why);
  });
});

describe('isPublicHost', () => {
  it.each([
    ['api.openai.com', true],
    ['openrouter.ai', true],
    ['127.0.0.1', false],
    ['localhost', false],
    ['ollama', false],
    ['gpu.lan', false],
    ['', false],
    ['.', false],
  ])('returns for %j: %s', (host, isPublic) => {
    expect(isPublicHost(host)).toBe(isPublic);
  });
});
