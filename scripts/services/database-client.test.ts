import { expect, it } from 'vitest';
import { connectionOf } from './database-client.mjs';

it('connectionOf uses TCP and the parts of the address', () => {
  expect(connectionOf('mysql://us%40er:p%3Ass@db.example/my%2Ddata')).toEqual({
    args: ['--protocol=TCP', '--host=db.example', '--port=3306', '--user=us@er', '--skip-ssl'],
    database: 'my-data',
    password: 'p:ss',
  });
  const { args } = connectionOf('mysql://a:b@[::1]:3307/c?ssl={}');
  expect(args).toEqual(['--protocol=TCP', '--host=::1', '--port=3307', '--user=a', '--ssl']);
});

it.each(['', 'localhost', 'mysql://a:b@127.0.0.1/'])('connectionOf refuses %j', (url) => {
  expect(() => connectionOf(url)).toThrow(/DATABASE_URL/);
});
