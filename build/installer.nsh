; What electron-builder leaves to the app's own script.
!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\backoffice" "" "URL:Catalogue Back Office"
  WriteRegStr SHELL_CONTEXT "Software\Classes\backoffice" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\backoffice\DefaultIcon" "" "$INSTDIR\${APP_EXECUTABLE_FILENAME},0"
  ; Everything after -- is data, never a switch, whatever a link contains.
  WriteRegStr SHELL_CONTEXT "Software\Classes\backoffice\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" -- "%1"'
!macroend

; Asks about the data unless the uninstaller runs silently, as every update runs it.
; electron-builder itself has made this uninstaller silent by now, so only the command line tells.
!macro customUnInit
  ${GetParameters} $R0
  ClearErrors
  ${GetOptions} $R0 "/S" $R1
  ${If} ${Errors}
    MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "Delete your data on this computer as well?$\r$\n$\r$\nThe records, files and automatic backups in $APPDATA\${PRODUCT_FILENAME} can't be recovered afterwards. Choose No to keep them for the next installation." IDNO keepData
    StrCpy $CMDLINE "$CMDLINE --delete-app-data"
    keepData:
  ${EndIf}
!macroend

!macro customUnInstall
  ; An update uninstalls the previous version first. The new version then registers links again, and may still need its installer.
  DeleteRegKey SHELL_CONTEXT "Software\Classes\backoffice"
  ${IfNot} ${isUpdated}
    RMDir /r "$LOCALAPPDATA\${APP_PACKAGE_NAME}-updater"
  ${EndIf}
!macroend
