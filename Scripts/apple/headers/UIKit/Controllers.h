// SPDX-License-Identifier: Apache-2.0

// View controllers and their containers, declared by hand after the public documentation.

#pragma clang assume_nonnull begin

typedef ENUM(NSInteger, UIModalPresentationStyle){
    UIModalPresentationFullScreen = 0, UIModalPresentationPageSheet, UIModalPresentationFormSheet,
    UIModalPresentationAutomatic = -2};

@protocol UIViewControllerTransitionCoordinatorContext <NSObject>
@end
typedef void (^UITransitionHandler)(id<UIViewControllerTransitionCoordinatorContext> context);
MAIN_ACTOR @protocol UIViewControllerTransitionCoordinator
    <UIViewControllerTransitionCoordinatorContext>
- (BOOL)animateAlongsideTransition:(nullable UITransitionHandler)animation
                        completion:(nullable UITransitionHandler)completion
    SWIFT_NAME("animate(alongsideTransition:completion:)");
@end

@class UIBarButtonItem;
typedef OPTIONS(NSUInteger, UIPopoverArrowDirection){
    UIPopoverArrowDirectionUp = 1 << 0, UIPopoverArrowDirectionDown = 1 << 1};
@protocol UIPopoverPresentationControllerSourceItem <NSObject>
@end
MAIN_ACTOR @interface UIPopoverPresentationController : NSObject
@property(nullable, nonatomic, strong) UIView *sourceView;
@property(nonatomic) CGRect sourceRect;
@property(nullable, nonatomic, strong) UIBarButtonItem *barButtonItem;
@property(nullable, nonatomic, strong) id<UIPopoverPresentationControllerSourceItem> sourceItem;
@property(nonatomic) UIPopoverArrowDirection permittedArrowDirections;
@end

MAIN_ACTOR @interface UIBarButtonItem : NSObject
@end

MAIN_ACTOR @interface UIViewController : UIResponder
@property(null_resettable, nonatomic, strong) UIView *view;
@property(nullable, nonatomic, readonly, strong) UIView *viewIfLoaded;
@property(nullable, nonatomic, copy) NSString *title;
@property(nullable, nonatomic, copy) NSString *restorationIdentifier;
@property(nonatomic) UIModalPresentationStyle modalPresentationStyle;
// Without their names, the importer drops "ViewController" from these.
@property(nullable, nonatomic, readonly) UIViewController *presentedViewController
    SWIFT_NAME("presentedViewController");
@property(nullable, nonatomic, readonly) UIViewController *presentingViewController
    SWIFT_NAME("presentingViewController");
@property(nullable, nonatomic, readonly)
    UIPopoverPresentationController *popoverPresentationController;
@property(nonatomic, readonly, getter=isBeingPresented) BOOL beingPresented;
@property(nonatomic, readonly, getter=isBeingDismissed) BOOL beingDismissed;
@property(nullable, nonatomic, readonly) id<UIViewControllerTransitionCoordinator>
    transitionCoordinator;
- (void)presentViewController:(UIViewController *)controller
                     animated:(BOOL)flag
                   completion:(void (^_Nullable)(void))completion
    SWIFT_NAME("present(_:animated:completion:)");
- (void)dismissViewControllerAnimated:(BOOL)flag completion:(void (^_Nullable)(void))completion
    SWIFT_NAME("dismiss(animated:completion:)");
@property(nullable, nonatomic, readonly, weak) UIViewController *parentViewController
    SWIFT_NAME("parent");
- (void)loadView;
- (void)loadViewIfNeeded;
- (void)viewDidLoad;
- (void)viewDidDisappear:(BOOL)animated;
@end

MAIN_ACTOR @interface UINavigationController : UIViewController
@property(nonatomic, copy) NSArray<UIViewController *> *viewControllers;
- (instancetype)initWithRootViewController:(UIViewController *)controller;
- (void)pushViewController:(UIViewController *)viewController animated:(BOOL)animated;
- (nullable NSArray<__kindof UIViewController *> *)
    popToViewController:(UIViewController *)viewController
               animated:(BOOL)animated SWIFT_NAME("popToViewController(_:animated:)");
@end

MAIN_ACTOR @interface UITabBarController : UIViewController
@property(nullable, nonatomic, copy) NSArray<__kindof UIViewController *> *viewControllers;
@property(nonatomic) NSUInteger selectedIndex;
@end

typedef ENUM(NSInteger, UISplitViewControllerColumn){
    UISplitViewControllerColumnPrimary, UISplitViewControllerColumnSupplementary,
    UISplitViewControllerColumnSecondary,
    UISplitViewControllerColumnCompact} SWIFT_NAME("UISplitViewController.Column");

typedef ENUM(NSInteger, UISplitViewControllerStyle){
    UISplitViewControllerStyleUnspecified, UISplitViewControllerStyleDoubleColumn,
    UISplitViewControllerStyleTripleColumn} SWIFT_NAME("UISplitViewController.Style");

MAIN_ACTOR @interface UISplitViewController : UIViewController
@property(nonatomic, readonly) UISplitViewControllerStyle style;
@property(nonatomic, copy) NSArray<__kindof UIViewController *> *viewControllers;
- (void)showDetailViewController:(UIViewController *)controller
                          sender:(nullable id)sender
    SWIFT_NAME("showDetailViewController(_:sender:)");
@property(nonatomic, readonly, getter=isCollapsed) BOOL collapsed;
- (nullable __kindof UIViewController *)viewControllerForColumn:(UISplitViewControllerColumn)column
    SWIFT_NAME("viewController(for:)");
- (void)setViewController:(nullable UIViewController *)controller
                forColumn:(UISplitViewControllerColumn)column
    SWIFT_NAME("setViewController(_:for:)");
- (void)showColumn:(UISplitViewControllerColumn)column SWIFT_NAME("show(_:)");
@end

MAIN_ACTOR @interface UISearchController : UIViewController
@end

MAIN_ACTOR @interface UIAlertController : UIViewController
@end

#pragma clang assume_nonnull end
