// The styles of the libraries, before any of ours: of two rules as strong as each other the later one holds.
import '@fontsource-variable/inter';
import '@mantine/core/styles.css';
import '@mantine/dropzone/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import '../ui/global.css';
import '../ui/print.css';
