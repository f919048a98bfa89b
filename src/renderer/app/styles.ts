// Library styles come first: of two equally specific rules, the later one wins.
import '@fontsource-variable/inter';
import '@mantine/core/styles.css';
import '@mantine/dropzone/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import '../ui/first-frame.css';
import '../ui/colors.css';
import '../ui/global.css';
import '../ui/forced-colors.css';
import '../ui/print.css';
