# cmake --install build --prefix DIR: program, plugin, manual pages and completions (by their rooms), and what stands here.
# cpack --config build/CPackConfig.cmake: the same as a Debian package.
# What is read lies as it does here, so that links lead where they do here.
install(DIRECTORY docs DESTINATION share/doc/assay COMPONENT documents)
install(FILES README.md DESTINATION share/doc/assay COMPONENT documents)
install(FILES deploy/nightly.yaml DESTINATION share/doc/assay/deploy COMPONENT documents)
install(FILES services/worker/triage/known_roots.yaml DESTINATION share/doc/assay/services/worker/triage COMPONENT documents)
install(DIRECTORY corpus/seeds DESTINATION share/assay)
install(DIRECTORY deploy/grafana DESTINATION share/assay)
install(DIRECTORY deploy/systemd/ DESTINATION lib/systemd/system FILES_MATCHING PATTERN "*.service" PATTERN "*.timer")

# Debian wants these of a package; elsewhere they do no harm.
set(debian ${PROJECT_SOURCE_DIR}/deploy/debian)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${debian}/changelog)
execute_process(COMMAND gzip -9nc ${debian}/changelog OUTPUT_FILE ${PROJECT_BINARY_DIR}/changelog.gz COMMAND_ERROR_IS_FATAL ANY)
install(FILES ${debian}/copyright ${PROJECT_BINARY_DIR}/changelog.gz DESTINATION share/doc/assay)
install(FILES ${debian}/lintian-overrides DESTINATION share/lintian/overrides RENAME assay)

set(ASSAY_MAINTAINER "The Assay maintainers <packages@assay.invalid>" CACHE STRING "who stands for the packages that are built here")
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME assay)
set(CPACK_PACKAGE_CONTACT ${ASSAY_MAINTAINER})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "hunter of miscompilations in LLVM's optimizer")
set(CPACK_PACKAGE_DESCRIPTION
"Assay makes LLVM IR, runs optimizers over it, and checks every result against a
reference interpreter that knows undefined behaviour and against a refinement
check by SMT solvers. What fails is reduced, blamed on a pass and stored.
.
It hunts in the LLVM that is linked in, and in the opt of every release that is
installed beside it.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Shared libraries are found by dpkg-shlibdeps; the maintainer scripts make a user.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "adduser")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "llvm-22")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "llvm-14, llvm-15, llvm-16, llvm-19, qemu-user")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${debian}/postinst ${debian}/prerm ${debian}/postrm)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
include(CPack)
