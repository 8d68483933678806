import path from 'node:path';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { createClient } from 'redis';
import { describe, expect, inject, it } from 'vitest';

describe('the private MariaDB', () => {
  const { hostname: host, port } = new URL(inject('mariadbUrl'));
  const signIn = async (user: string, password: string) => {
    const connection = await createConnection({ host, port: Number(port), user, password });
    await connection.end();
  };

  it.each([
    ['root', ''],
    ['root', 'root'],
    ['', ''],
    ['mysql', ''],
    ['mariadb.sys', ''],
    ['parlance', ''],
  ])('refuses %j over TCP with the password %j', async (user, password) => {
    await expect(signIn(user, password)).rejects.toMatchObject({
      code: expect.stringMatching(/^ER_(ACCESS_DENIED|ACCOUNT_HAS_BEEN_LOCKED|HOST_NOT_PRIVILEGED)/),
    });
  });

  it('has its temporary tables in a folder of its own, which no other server empties', async () => {
    const connection = await createConnection(inject('mariadbUrl'));
    const [[folders]] = await connection.query<RowDataPacket[]>('SELECT @@tmpdir AS own, @@datadir AS data');
    await connection.end();
    expect(path.dirname(folders!['data'] as string)).toBe(folders!['own']);
  });

  it('control: accepts a user with the password', async () => {
    const { username, password } = new URL(inject('mariadbUrl'));
    await expect(signIn(username, password)).resolves.toBeUndefined();
  });
});

describe('the private Redis', () => {
  const { port } = new URL(inject('redisUrl'));
  it.each(['', ':wrong@'])('refuses the credentials %j', async (credentials) => {
    const client = createClient({
      url: `redis://${credentials}127.0.0.1:${port}`,
      socket: { reconnectStrategy: false },
    });
    client.on('error', () => undefined);
    await expect(client.connect().then(() => client.ping())).rejects.toThrow(/NOAUTH|WRONGPASS/);
    if (client.isOpen) client.destroy();
  });
});
