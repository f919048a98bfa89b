import { expect, it } from 'vitest';
import { tlsOption } from './postgres-pool.ts';

it.each([
  'postgres://user:secret@db.example.com/office',
  'postgres://user@192.168.1.5:5432/office?application_name=x',
  'postgres://user@/office?host=db.example.com',
  'postgres://db.example.com/office?sslrootcert=/etc/hosts',
])('requires TLS for %s', (url) => {
  expect(tlsOption(url)).toEqual({ ssl: true });
});

it.each([
  'postgres://user:secret@localhost/office',
  'postgres://127.0.0.1:5433/office',
  'postgres://[::1]/office',
  'postgres://user@/office?host=/var/run/postgresql',
  'socket:/var/run/postgresql?db=office',
])('needs no TLS for %s', (url) => {
  expect(tlsOption(url)).toEqual({});
});

it.each(['sslmode=disable', 'sslmode=no-verify', 'ssl=0'])('leaves %s to the URL', (query) => {
  expect(tlsOption(`postgres://db.example.com/office?${query}`)).toEqual({});
});
