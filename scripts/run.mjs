// Plain JavaScript, so that it can report a Node that doesn't run TypeScript.
const needed = 24;
const [command, ...args] = process.argv.slice(2);

if (Number(process.versions.node.split('.')[0]) < needed) {
  console.error(
    `This project needs Node ${needed}, but you're running Node ${process.versions.node}. ` +
      'Run "npm ci" to install it (with install scripts allowed), then use "npm run ...".',
  );
  process.exit(1);
}

const { main } = await import(`./${command}.ts`);
await main(args);
