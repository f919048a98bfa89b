; What electron-builder leaves to the app's own script: links of the app open it, and no longer once it is gone.
!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\backoffice" "" "URL:Catalogue Back Office"
  WriteRegStr SHELL_CONTEXT "Software\Classes\backoffice" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\backoffice\DefaultIcon" "" "$INSTDIR\${APP_EXECUTABLE_FILENAME},0"
  ; What follows -- is never taken for a switch, whatever a link holds.
  WriteRegStr SHELL_CONTEXT "Software\Classes\backoffice\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" -- "%1"'
!macroend

!macro customUnInstall
  ; An update runs this as well, of the version before, and the newer one then registers itself.
  DeleteRegKey SHELL_CONTEXT "Software\Classes\backoffice"
!macroend
