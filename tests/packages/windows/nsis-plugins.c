// Replacements for the NSIS plug-ins of electron-builder, which only GitHub hosts, reduced to the needs of
// these installers under Wine. NSIS finds a function by its export, so every plug-in is a copy of this
// library.
#include <windows.h>
#include <shellapi.h>

typedef struct stack {
  struct stack *next;
  WCHAR text[1];
} stack;

#define PLUGIN(name) \
  __declspec(dllexport) void __cdecl name(HWND parent, int size, WCHAR *variables, stack **top)

static WCHAR *pop(stack **top) {
  stack *entry = *top;
  *top = entry->next;
  // Installers are short-lived, so entries are never freed.
  return entry->text;
}

static void push(stack **top, int size, const WCHAR *text) {
  stack *entry = GlobalAlloc(GPTR, sizeof(stack) + size * sizeof(WCHAR));
  lstrcpynW(entry->text, text, size);
  entry->next = *top;
  *top = entry;
}

static const WCHAR *parameters(void) {
  const WCHAR *line = GetCommandLineW();
  WCHAR end = *line == '"' ? '"' : ' ';
  if (*line == end) line++;
  while (*line && *line != end) line++;
  if (*line) line++;
  while (*line == ' ') line++;
  return line;
}

// StdUtils
PLUGIN(GetAllParameters) {
  pop(top);
  push(top, size, parameters());
}

PLUGIN(TestParameter) {
  const WCHAR *name = pop(top);
  int count, found = 0;
  WCHAR **arguments = CommandLineToArgvW(GetCommandLineW(), &count);
  for (int i = 1; i < count; i++) {
    const WCHAR *given = arguments[i];
    if (*given == '/') given++;
    else if (given[0] == '-' && given[1] == '-') given += 2;
    else continue;
    if (lstrcmpiW(given, name) == 0) found = 1;
  }
  push(top, size, found ? L"true" : L"false");
}

PLUGIN(GetParentPath) {
  WCHAR *path = pop(top), *end = path;
  for (WCHAR *each = path; *each; each++)
    if (*each == '\\') end = each;
  *end = 0;
  push(top, size, path);
}

PLUGIN(ExecShellAsUser) {
  const WCHAR *arguments = pop(top), *verb = pop(top), *file = pop(top);
  HINSTANCE code = ShellExecuteW(parent, verb, file, arguments, NULL, SW_SHOWNORMAL);
  push(top, size, (INT_PTR)code > 32 ? L"ok" : L"error");
}

// nsis7z unpacks into the current folder.
PLUGIN(Extract) {
  WCHAR command[2048];
  STARTUPINFOW startup = {.cb = sizeof(startup)};
  PROCESS_INFORMATION process;
  wsprintfW(command, L"\"%s\" x -y \"%s\"", L"" SEVEN_ZIP, pop(top));
  if (!CreateProcessW(NULL, command, NULL, NULL, FALSE, CREATE_NO_WINDOW, NULL, NULL, &startup, &process)) return;
  WaitForSingleObject(process.hProcess, INFINITE);
}

// UAC: no process has or needs administrator rights.
PLUGIN(_) {
  pop(top);
  push(top, size, L"0");
}

// WinShell: pinned entries, which Wine doesn't have.
PLUGIN(SetLnkAUMI) { pop(top), pop(top); }
PLUGIN(UninstAppUserModelId) { pop(top); }
PLUGIN(UninstShortcut) { pop(top); }

// SpiderBanner draws a progress window and takes its options from the stack, up to the end of the call.
PLUGIN(Show) {
  while (*top && (*top)->text[0] == '/') {
    int hasValue = lstrcmpiW((*top)->text, L"/ICON") == 0;
    pop(top);
    if (hasValue) pop(top);
  }
}
