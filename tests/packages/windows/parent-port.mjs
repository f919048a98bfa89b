// Replaces the parent port of Electron's utility processes by a socket to the test: one JSON message per
// line.
import { EventEmitter } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

const socket = connect(Number(process.env.TEST_PARENT_PORT), '127.0.0.1');
const port = new EventEmitter();
port.postMessage = (message) => socket.write(`${JSON.stringify(message)}\n`);
createInterface({ input: socket }).on('line', (line) => port.emit('message', { data: JSON.parse(line) }));
process.on('uncaughtExceptionMonitor', (error) => port.postMessage({ crash: error.stack }));
port.postMessage({ pid: process.pid });
process.parentPort = port;
